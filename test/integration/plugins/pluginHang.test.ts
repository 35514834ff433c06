import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cliFile, type Sandbox, sandbox } from '../../support/agentProcess.ts';
import { pluginFiles, treeText } from '../../support/pluginBench.ts';
import { eventually } from '../../support/processes.ts';
import { writeTree } from '../../support/tempFolder.ts';

/** A server that answers every request as told, or never. */
async function serve(answer?: { status: number; headers: Record<string, string> }): Promise<string> {
  const server: Server = createServer((_, response) => {
    if (answer) response.writeHead(answer.status, answer.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/plugins.git`;
}

async function vak(place: Sandbox, ...args: string[]) {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [cliFile, 'plugin', ...args], {
      cwd: place.workspace,
      env: place.env,
    });
    return { code: 0, out: stdout, error: '' };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    return { code: failed.code, out: failed.stdout, error: failed.stderr };
  }
}

const pluginsOf = (place: Sandbox) => path.join(place.home, 'config/vak/plugins');

describe('a repository that does not behave', () => {
  test('asks for a password: nobody is prompted, and the reason is said', async () => {
    const place = sandbox();
    const url = await serve({ status: 401, headers: { 'WWW-Authenticate': 'Basic realm="x"' } });
    const { code, error } = await vak(place, 'install', url, '--yes');
    expect(code).toBe(1);
    expect(error).toContain('The repository asks for credentials that git has not got');
    expect(treeText(pluginsOf(place))).toBe('');
  });

  test('never answers: the command can be killed at any time, and the next one cleans up', async () => {
    const place = sandbox();
    const url = await serve();
    const child = spawn(process.execPath, [cliFile, 'plugin', 'install', url, '--yes'], {
      cwd: place.workspace,
      env: { ...place.env },
      stdio: 'ignore',
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const staged = () => {
      try {
        return readdirSync(pluginsOf(place)).some((name) => name.startsWith('.staging-'));
      } catch {
        // Not there yet.
        return false;
      }
    };
    expect(await eventually(staged, 20_000)).toBe(true);
    child.kill('SIGKILL');
    await exited;
    writeTree(path.join(place.workspace, 'review'), pluginFiles('review'));
    expect(await vak(place, 'install', './review', '--yes')).toMatchObject({ code: 0 });
    expect(readdirSync(pluginsOf(place)).sort()).toEqual(['.versions', 'review']);
    expect(await vak(place, 'list')).toMatchObject({
      out: expect.stringMatching(/^review {2}1\.0\.0 {2}enabled {3}/),
    });
  }, 60_000);
});

describe('vak plugin without a terminal', () => {
  test('prints what would be added, changes nothing, and exits 1', async () => {
    const place = sandbox();
    writeTree(path.join(place.workspace, 'review'), pluginFiles('review'));
    const { code, out } = await vak(place, 'install', './review');
    expect(code).toBe(1);
    expect(out).toContain('command: echo hi');
    mkdirSync(pluginsOf(place), { recursive: true });
    expect(treeText(pluginsOf(place))).toBe('');
  });

  test('takes what stands behind -- for a source', async () => {
    const place = sandbox();
    expect((await vak(place, 'install', '--', '--upload-pack=x')).error).toContain('is no source');
  });
});
