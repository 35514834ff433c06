import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pluginBench } from '../../support/pluginBench.ts';
import { projectRoot } from '../../support/projectRoot.ts';

/** Plugins that people share, beside the project; absent on a machine without them. */
const places = ['../shared/corpora', '../../shared/corpora'].map((p) => path.resolve(projectRoot, p));
const corpora = places.find((p) => existsSync(p)) ?? '';
if (corpora === '') console.warn('skipped: there are no corpora beside the project');

function pluginFolders(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(
    (e) => e.isDirectory() && e.name !== '.git',
  );
  const isPlugin = ['.codex-plugin', '.claude-plugin'].some((d) =>
    existsSync(path.join(folder, d, 'plugin.json')),
  );
  return [...(isPlugin ? [folder] : []), ...entries.flatMap((e) => pluginFolders(path.join(folder, e.name)))];
}

test.skipIf(corpora === '')(
  'every shared plugin installs from its folder, under its name and with its skills',
  async () => {
    const folders = pluginFolders(corpora);
    const odd: string[] = [];
    let skills = 0;
    let versioned = 0;
    for (const folder of folders) {
      const bench = await pluginBench();
      try {
        await bench.install(folder);
        const [line = ''] = await bench.list();
        const [name, version] = line.split(' ');
        if (name !== path.basename(folder)) odd.push(`${folder} is ${name}`);
        if (version !== '') versioned++;
        skills += (await bench.items()).filter((i) => i.startsWith('skill ') && i.endsWith(' active')).length;
      } catch (error) {
        odd.push(
          `${path.relative(corpora, folder)}: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    expect({ installed: folders.length - odd.length, odd, versioned, skills }).toMatchInlineSnapshot(`
      {
        "installed": 132,
        "odd": [],
        "skills": 224,
        "versioned": 105,
      }
    `);
  },
  300_000,
);
