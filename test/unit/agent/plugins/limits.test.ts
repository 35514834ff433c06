import { readdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Host } from '../../../../src/agent/host/host.ts';
import { runGit } from '../../../../src/agent/plugins/runGit.ts';
import { catalogueWorld } from '../../../support/catalogueWorld.ts';
import { gitRepository, pluginBench, pluginFiles, treeText } from '../../../support/pluginBench.ts';
import { tempFolder, writeTree } from '../../../support/tempFolder.ts';

/** An address that takes connections and never says a word. */
async function silentAddress(): Promise<string> {
  const server = createServer((socket) => onTestFinished(() => void socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `git://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
}

describe('git that does not come to an end', () => {
  test('is ended at its deadline, and says so', async () => {
    const { host } = await catalogueWorld();
    const address = await silentAddress();
    const call = { args: ['ls-remote', '--', address], cwd: tempFolder(), deadlineMs: 1000 };
    await expect(runGit(host, call, new AbortController().signal)).rejects.toThrow('no answer within 1 s');
  });

  test('is ended when the person stops it', async () => {
    const { host } = await catalogueWorld();
    const stop = new AbortController();
    const running = runGit(
      host,
      { args: ['ls-remote', '--', await silentAddress()], cwd: tempFolder() },
      stop.signal,
    );
    stop.abort();
    await expect(running).rejects.toThrow('cancelled');
  });

  test('is ended when it fetches more than is allowed', async () => {
    const { host } = await catalogueWorld();
    const call = {
      args: ['ls-remote', '--', await silentAddress()],
      cwd: tempFolder(),
      overLimit: async () => 'The repository is larger than 512 MB.',
    };
    await expect(runGit(host, call, new AbortController().signal)).rejects.toThrow('larger than 512 MB');
  });
});

test('a plugin with a gigabyte of files is refused, and the folder is as it was', async () => {
  const huge = (host: Host): Host => ({
    ...host,
    files: {
      ...host.files,
      lstat: async (file) => {
        const stat = await host.files.lstat(file);
        return stat && file.endsWith('server.mjs') ? { ...stat, size: 2 ** 30 } : stat;
      },
    },
  });
  const bench = await pluginBench({}, huge);
  const source = path.join(tempFolder(), 'review');
  writeTree(source, pluginFiles('review'));
  await expect(bench.install(source)).rejects.toThrow('larger than 20000 files or 256 MB');
  expect(treeText(bench.plugins)).toBe('');
});

test('a version that a running agent may still use stays until that agent has gone', async () => {
  const bench = await pluginBench();
  const repository = gitRepository(pluginFiles('review'));
  await bench.install(repository.url);
  const presence = path.join(bench.world.dataHome, 'agents/one.json');
  const agent = (pid: number) =>
    bench.world.host.files.write(presence, JSON.stringify({ pid, startedAt: 1 }));
  await bench.world.host.files.makeDir(path.dirname(presence));
  await agent(process.pid);
  repository.commit(pluginFiles('review', '2.0.0'));
  expect(await bench.update()).toBe('review updated');
  const versions = () =>
    readdirSync(path.join(bench.plugins, '.versions/review')).filter((n) => !n.endsWith('.replaced'));
  expect(versions()).toHaveLength(2);
  await agent(4194305);
  expect(await bench.update()).toBe('review unchanged');
  expect(versions()).toHaveLength(1);
  expect(await bench.list()).toEqual(['review 2.0.0 enabled']);
});
