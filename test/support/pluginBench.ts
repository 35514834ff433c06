import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { createPluginWorld } from '../../src/agent/catalogue/pluginWorld.ts';
import type { Host } from '../../src/agent/host/host.ts';
import { PluginCommands } from '../../src/agent/plugins/pluginCommands.ts';
import { catalogueWorld, type World } from './catalogueWorld.ts';
import { type FileTree, tempFolder, writeTree } from './tempFolder.ts';

/** A world in which plugins are installed; the person agrees to everything unless said. */
export interface PluginBench {
  readonly world: World;
  readonly plugins: string;
  /** What was shown to the person, in order. */
  readonly shown: string[];
  install(source: string, options?: { path?: string; ref?: string; agree?: boolean }): Promise<string>;
  update(name?: string, agree?: boolean): Promise<string>;
  setEnabled(name: string, enabled: boolean): Promise<void>;
  uninstall(name: string): Promise<void>;
  /** `NAME VERSION enabled|disabled` of each. */
  list(): Promise<string[]>;
  /** Items of a fresh catalogue: `kind name state`. */
  items(): Promise<string[]>;
}

export async function pluginBench(
  files: FileTree = {},
  over: (host: Host) => Host = (h) => h,
): Promise<PluginBench> {
  const world = await catalogueWorld(files);
  const host = over(world.host);
  const commands = new PluginCommands(host, createPluginWorld(host, world.project));
  const shown: string[] = [];
  const signal = new AbortController().signal;
  const dialog = (agree: boolean) => ({
    progress: () => undefined,
    agree: async (text: string) => {
      shown.push(text);
      return agree;
    },
  });
  return {
    world,
    plugins: path.join(world.configHome, 'plugins'),
    shown,
    async install(source, { path: inner, ref, agree = true } = {}) {
      const outcome = await commands.install(
        { source, path: inner, ref, cwd: world.folder },
        dialog(agree),
        signal,
      );
      return outcome.kind;
    },
    async update(name, agree = true) {
      const outcomes = await commands.update(name, dialog(agree), signal);
      return outcomes.map((o) => `${o.name} ${o.outcome}${o.reason ? `: ${o.reason}` : ''}`).join('\n');
    },
    setEnabled: (name, enabled) => commands.setEnabled(name, enabled, signal),
    uninstall: (name) => commands.uninstall(name, signal),
    list: async () =>
      (await commands.list()).map((p) => `${p.name} ${p.version} ${p.enabled ? 'enabled' : 'disabled'}`),
    items: async () => (await world.build()).items.map((i) => `${i.kind} ${i.name} ${i.state}`),
  };
}

/** Everything below a folder as text: what a change that was undone must leave as it was. */
export function treeText(folder: string): string {
  const lines: string[] = [];
  const walk = (at: string) => {
    let names: string[];
    try {
      names = readdirSync(at).sort();
    } catch {
      return;
    }
    for (const name of names) {
      const file = path.join(at, name);
      const stat = lstatSync(file);
      const shown = path.relative(folder, file);
      if (stat.isSymbolicLink()) lines.push(`${shown} -> ${readlinkSync(file)}`);
      else if (stat.isDirectory()) {
        lines.push(`${shown}/`);
        walk(file);
      } else lines.push(`${shown}: ${readFileSync(file, 'utf8')}`);
    }
  };
  walk(folder);
  return lines.join('\n');
}

/** A plugin's files with a skill, a hook and a server. */
export function pluginFiles(name: string, version = '1.0.0', command = 'echo hi'): FileTree {
  return {
    '.vak-plugin/plugin.yaml': `name: ${name}
version: ${version}
hooks:
  Stop:
    - hooks:
        - { type: command, command: ${command} }
mcp_servers:
  - { id: ${name}-server, command: node, args: ["\${VAK_PLUGIN_ROOT}/server.mjs"] }
`,
    'server.mjs': `// ${version}\n`,
    'skills/check/SKILL.md': `---\nname: check\ndescription: Checks, as of ${version}.\n---\nBody.\n`,
  };
}

const GIT_ENV = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/home/me',
  GIT_AUTHOR_NAME: 'Me',
  GIT_AUTHOR_EMAIL: 'me@example.com',
  GIT_COMMITTER_NAME: 'Me',
  GIT_COMMITTER_EMAIL: 'me@example.com',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** A repository of the test's own. */
export function gitRepository(files: FileTree) {
  const folder = tempFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'init.defaultBranch=main', ...args], {
      cwd: folder,
      env: GIT_ENV,
      stdio: 'pipe',
    })
      .toString()
      .trim();
  git('init', '-q');
  const commit = (tree: FileTree, tag?: string): string => {
    writeTree(folder, tree);
    git('add', '-A');
    git('commit', '-qm', 'state');
    if (tag !== undefined) git('tag', tag);
    return git('rev-parse', 'HEAD');
  };
  return { folder, url: `file://${folder}`, git, commit, first: commit(files) };
}
