import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Files, Host } from '../../../src/agent/host/host.ts';
import { type PluginBench, pluginBench, pluginFiles, treeText } from '../../support/pluginBench.ts';
import { tempFolder, writeTree } from '../../support/tempFolder.ts';

/** No process has this number: a lock with it is a dead one's. */
const DEAD = '4194305';
const CHANGES = [
  'write',
  'makeDir',
  'remove',
  'rename',
  'copy',
  'symlink',
  'chmod',
  'createExclusive',
] as const;

class Killed extends Error {}

/** Stands between a process and its disk: from the n-th change on nothing happens any more. */
class Disk {
  /** Changes that still happen; set before the act that is to be killed. */
  left = Number.POSITIVE_INFINITY;

  over(host: Host): Host {
    const files: Record<string, unknown> = { ...host.files };
    for (const name of CHANGES) {
      const act = host.files[name] as (...args: unknown[]) => Promise<unknown>;
      files[name] = async (...args: unknown[]) => {
        if (this.left-- <= 0) throw new Killed();
        const dies = this.left < Number.POSITIVE_INFINITY;
        return name === 'createExclusive' && dies ? act(args[0], DEAD) : act(...args);
      };
    }
    return { ...host, files: files as unknown as Files };
  }
}

const stable = (text: string) =>
  text.replace(/copy-[0-9a-f]{8}/g, 'copy').replace(/vakil-test-\w+/g, 'folder');

async function state(bench: PluginBench): Promise<string> {
  const config = path.join(bench.world.configHome, 'config.toml');
  let text = '';
  try {
    text = readFileSync(config, 'utf8');
  } catch {
    // No configuration yet.
  }
  return stable([treeText(bench.plugins), text, ...(await bench.items())].join('\n'));
}

interface Scene {
  readonly prepare: (bench: PluginBench, source: string) => Promise<void>;
  readonly act: (bench: PluginBench, source: string) => Promise<unknown>;
}

const SCENES: Record<string, Scene> = {
  install: { prepare: async () => undefined, act: (bench, source) => bench.install(source) },
  update: {
    prepare: async (bench, source) => {
      await bench.install(source);
      writeTree(source, pluginFiles('review', '2.0.0', 'echo two'));
    },
    act: (bench) => bench.update('review'),
  },
  uninstall: {
    prepare: async (bench, source) => void (await bench.install(source)),
    act: (bench) => bench.uninstall('review'),
  },
  disable: {
    prepare: async (bench, source) => void (await bench.install(source)),
    act: (bench) => bench.setEnabled('review', false),
  },
  'uninstall of a folder that was copied in by hand': {
    prepare: async (bench) => writeTree(path.join(bench.plugins, 'review'), pluginFiles('review')),
    act: (bench) => bench.uninstall('review'),
  },
};

/** The new plugin is there, and the agreement to what it runs was not recorded: that waits for the person. */
const held = (done: string) => done.replace(/^((?:hook|mcp) .*) active$/gm, '$1 untrusted');

/** Plays a scene, killed before its n-th change; gives what is there before, at the kill, and after the next command. */
async function play(scene: Scene, steps: number) {
  const source = path.join(tempFolder(), 'review');
  writeTree(source, pluginFiles('review'));
  const disk = new Disk();
  const bench = await pluginBench({ 'config/plugins/': '' }, (host) => disk.over(host));
  await scene.prepare(bench, source);
  const before = await state(bench);
  disk.left = steps;
  let killed = false;
  try {
    await scene.act(bench, source);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    killed = true;
  }
  disk.left = Number.POSITIVE_INFINITY;
  const found = await bench.items();
  await bench.setEnabled('nothing-there', true).catch(() => undefined);
  return { before, killed, found, after: await state(bench) };
}

describe('a plugin command that is killed', () => {
  test.each(Object.entries(SCENES))(
    'at any step of %s leaves the old or the new, and the next command cleans up',
    async (_, scene) => {
      const { before, after: done } = await play(scene, Number.POSITIVE_INFINITY);
      expect(done).not.toBe(before);
      for (let steps = 0; ; steps++) {
        const { killed, found, after } = await play(scene, steps);
        // An agent that starts at that moment finds a whole plugin, or none.
        expect(found.filter((item) => /error|skipped/.test(item))).toEqual([]);
        expect([before, done, held(done)]).toContain(after);
        if (!killed) return;
      }
    },
    120_000,
  );

  test('while it wrote its lock holds nobody up for long', async () => {
    const bench = await pluginBench();
    mkdirSync(bench.plugins, { recursive: true });
    writeFileSync(path.join(bench.plugins, '.lock'), DEAD);
    const source = path.join(tempFolder(), 'review');
    writeTree(source, pluginFiles('review'));
    expect(await bench.install(source)).toBe('installed');
  });
});
