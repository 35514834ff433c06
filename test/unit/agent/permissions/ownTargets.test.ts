import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import type { PermissionSubject } from '../../../../src/agent/permissions/permission.ts';
import { decideInput, testHost } from './decideInput.ts';

const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-targets-')));
const cwd = path.join(home, 'dotfiles');
const decide = createPermissions(testHost(home));

beforeAll(() => {
  const folders = ['cfg/skills', 'claude', 'editor', 'hk', 'rev', 'one', 'vak', 'sub', 'two/.git'];
  for (const folder of folders) mkdirSync(path.join(cwd, folder), { recursive: true });
  for (const file of ['CLAUDE.md', 'vak.toml', 'a.ts', 'two/hook', 'two/a.ts'])
    writeFileSync(path.join(cwd, file), '');
  const links = [
    ['dotfiles/.vak', 'cfg'],
    ['dotfiles/cfg/skills/one', '../../one'],
    ['dotfiles/AGENTS.md', 'CLAUDE.md'],
    ['dotfiles/.vscode', 'editor'],
    ['dotfiles/.git/hooks', '../hk'],
    ['dotfiles/.devcontainer', 'later'],
    ['dotfiles/dotfiles.code-workspace', 'workspace.json'],
    ['dotfiles/.husky/_/pre-commit', '../../husky-commit'],
    ['dotfiles/.githooks/pre-push', '../push'],
    ['dotfiles/two/.git/hooks/pre-commit', '../../hook'],
    ['dotfiles/two/deep/AGENTS.md', 'notes.md'],
    ['dotfiles/node_modules/x/AGENTS.md', 'a.md'],
    ['.config/openvaala', '../dotfiles/vak'],
    ['.config/vak/config.toml', '../../dotfiles/vak.toml'],
    ['.config/vak/plugins/rev', '../../../dotfiles/rev'],
    ['.claude', 'dotfiles/claude'],
  ] as const;
  for (const [at, target] of links) {
    mkdirSync(path.dirname(path.join(home, at)), { recursive: true });
    symlinkSync(target, path.join(home, at));
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function outcome(subject: PermissionSubject): Promise<string> {
  const tool = subject.kind === 'command' ? {} : { tool: 'write_file', aliases: ['Write'] };
  const own = [path.join(cwd, 'sub')];
  const roots = [cwd, path.join(cwd, 'two')];
  return (await decide(decideInput({ cwd, roots, mode: 'auto', own, ...tool, subject }))).outcome;
}

describe('what configures by a link and is written by its plain name', () => {
  test.each([
    ['a config home', 'vak/config.toml'],
    ['a file of the config home', 'vak.toml'],
    ['a plugin', 'rev/.vak-plugin/plugin.yaml'],
    ['a folder of skills in the home', 'claude/skills/x/SKILL.md'],
    ['the project’s configuration', 'cfg/config.toml'],
    ['a project’s skill', 'one/SKILL.md'],
    ['instructions', 'CLAUDE.md'],
    ['the editor’s settings', 'editor/settings.json'],
    ['git’s hooks', 'hk/pre-commit'],
    ['a hook of git in another root', 'two/hook'],
    ['a hook of husky', 'husky-commit'],
    ['a hook in a shared folder of hooks', 'push'],
    ['instructions of a folder further down', 'two/deep/notes.md'],
    ['the workspace of the editor', 'workspace.json'],
    ['a folder that is not there yet', 'later/devcontainer.json'],
    ['the folder that `skills.directory` names', 'sub/z/SKILL.md'],
  ])('asks in auto: %s', async (_name, file) => {
    expect([
      await outcome({ kind: 'write', paths: [file] }),
      await outcome({ kind: 'command', line: `echo x >> ${file}` }),
      await outcome({ kind: 'command', line: `cat ${file}` }),
    ]).toEqual(['ask', 'ask', 'allow']);
  });

  test.each(['a.ts', 'two/a.ts', 'hk2/pre-commit', 'new/a.ts', 'node_modules/x/a.md'])(
    'leaves the rest of the workspace: %s',
    async (file) => expect(await outcome({ kind: 'write', paths: [file] })).toBe('allow'),
  );
});
