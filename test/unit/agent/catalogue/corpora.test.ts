import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadAgents } from '../../../../src/agent/agents/loadAgents.ts';
import { loadCommands } from '../../../../src/agent/commands/loadCommands.ts';
import { nodeFiles } from '../../../../src/agent/host/node/nodeFiles.ts';
import { FileCache } from '../../../../src/agent/inventory/fileCache.ts';
import type { Loaded } from '../../../../src/agent/inventory/loaded.ts';
import type { Root, RootKind } from '../../../../src/agent/inventory/roots.ts';
import { readManifest } from '../../../../src/agent/plugins/readManifest.ts';
import { loadSkills } from '../../../../src/agent/skills/loadSkills.ts';
import { projectRoot } from '../../../support/projectRoot.ts';

/** Real extensions that people share, beside the project; absent on a machine without them. */
const corpora = path.join(path.dirname(projectRoot), 'shared/corpora');
const present = existsSync(corpora) ? corpora : path.resolve(projectRoot, '../../shared/corpora');
const missing = !existsSync(present);
if (missing) console.warn(`skipped: there are no corpora at ${present}`);

function root(kind: RootKind, folder: string): Root {
  return {
    kind,
    label: 'project',
    layer: 'project',
    under: 'project',
    machine: 'local',
    path: folder,
    strict: false,
    own: true,
  };
}

/** Folders below the corpora that have files which `wanted` picks, `.git` apart. */
function foldersWith(wanted: (file: string) => boolean, folder = present): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const here = entries.some((e) => e.isFile() && wanted(path.join(folder, e.name))) ? [folder] : [];
  const below = entries.filter((e) => e.isDirectory() && e.name !== '.git');
  return [...here, ...below.flatMap((e) => foldersWith(wanted, path.join(folder, e.name)))];
}

function summary(loads: readonly Loaded<unknown>[]) {
  const found = loads.flatMap((l) => l.found);
  const usable = found.filter((f) => f.state === 'active');
  return {
    found: found.length,
    usable: usable.length,
    described: usable.filter((f) => f.name !== '' && f.description !== '').length,
    others: found
      .filter((f) => f.state !== 'active')
      .map((f) => `${path.relative(present, f.origin.path)}:${f.origin.line} ${f.reason}`),
  };
}

const deps = () => ({ files: nodeFiles, cache: new FileCache() });

describe.skipIf(missing)('what people share', () => {
  test('has skills that all load with name and description', async () => {
    const loads = await Promise.all(
      ['claude-plugins-official', 'superpowers', 'wshobson-agents'].map((name) =>
        loadSkills(root('skill', path.join(present, name)), deps()),
      ),
    );
    expect(loads.map((l) => l.found.length)).toEqual([31, 14, 181]);
    expect(summary(loads)).toMatchInlineSnapshot(`
      {
        "described": 226,
        "found": 226,
        "others": [],
        "usable": 226,
      }
    `);
  });

  test('has commands that all load, most of them leniently', async () => {
    const folders = foldersWith((file) => /\/commands\/[^/]+\.md$/.test(file));
    const loads = await Promise.all(folders.map((folder) => loadCommands(root('command', folder), deps())));
    expect(summary(loads)).toMatchInlineSnapshot(`
      {
        "described": 135,
        "found": 135,
        "others": [],
        "usable": 135,
      }
    `);
  });

  test('has agents that all load', async () => {
    const folders = foldersWith((file) => /\/agents\/[^/]+\.md$/.test(file));
    const loads = await Promise.all(folders.map((folder) => loadAgents(root('agent', folder), deps())));
    expect(summary(loads)).toMatchInlineSnapshot(`
      {
        "described": 236,
        "found": 236,
        "others": [],
        "usable": 236,
      }
    `);
  });

  test('has plugins that all have a name, a version or none, and their skills', async () => {
    const folders = foldersWith((file) => /\/\.(?:claude|codex)-plugin\/plugin\.json$/.test(file)).map((f) =>
      path.dirname(f),
    );
    const formats: Record<string, number> = {};
    const refused: string[] = [];
    let skills = 0;
    for (const folder of new Set(folders)) {
      const { manifest, diagnostics } = await readManifest(nodeFiles, folder, path.basename(folder));
      if (!manifest) {
        refused.push(`${path.relative(present, folder)}: ${diagnostics[0]?.message}`);
        continue;
      }
      expect(manifest.name).toBe(path.basename(folder));
      formats[manifest.format] = (formats[manifest.format] ?? 0) + 1;
      for (const one of manifest.skills) {
        const { found } = await loadSkills(root('skill', one), deps());
        skills += found.filter((f) => f.state === 'active').length;
      }
    }
    expect({ plugins: new Set(folders).size, formats, skills, refused }).toMatchInlineSnapshot(`
      {
        "formats": {
          "claude": 40,
          "codex": 92,
        },
        "plugins": 132,
        "refused": [],
        "skills": 224,
      }
    `);
  });

  test('is files that are really there', () => {
    expect(statSync(present).isDirectory()).toBe(true);
    expect(readFileSync(path.join(present, 'superpowers/LICENSE'), 'utf8')).not.toBe('');
  });
});
