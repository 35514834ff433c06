import { symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Host } from '../../../../src/agent/host/host.ts';
import { createNodeHost } from '../../../../src/agent/host/node/nodeHost.ts';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import type { PermissionInput, PermissionRule } from '../../../../src/agent/permissions/permission.ts';
import { suiteFolder, writeTree } from '../../../support/tempFolder.ts';

/** A decision's input with rules by their texts; everything can be replaced. */
export function decideInput(
  change: Partial<Omit<PermissionInput, 'rules'>> & {
    allow?: string[];
    ask?: string[];
    deny?: string[];
  } = {},
): PermissionInput {
  const { allow = [], ask = [], deny = [], ...rest } = change;
  const rule = (text: string): PermissionRule => ({
    text,
    path: '/home/me/.config/vak/config.toml',
    line: 1,
    layer: 'user',
  });
  return {
    tool: 'bash',
    aliases: ['Bash'],
    subject: { kind: 'none' },
    mode: 'ask',
    cwd: '/home/me/project',
    roots: ['/home/me/project'],
    trusted: true,
    readable: [],
    rules: { allow: allow.map(rule), ask: ask.map(rule), deny: deny.map(rule) },
    ...rest,
  };
}

/** This machine with a home of its own, so that nothing hangs on who runs the test. */
export function testHost(home = '/home/me', platform?: Host['environment']['platform']): Host {
  const host = createNodeHost({ variables: { HOME: home, PATH: '/usr/bin:/bin' } });
  return platform ? { ...host, environment: { ...host.environment, platform } } : host;
}

type Change = Parameters<typeof decideInput>[0];

/** Decides about shell lines: what comes out of one, in a home and a working folder of the test's own. */
export function lineOutcomes(home?: string, cwd?: string) {
  const decide = createPermissions(testHost(home));
  const place = cwd === undefined ? {} : { cwd, roots: [cwd] };
  return async (line: string, change: Change = {}) =>
    (await decide(decideInput({ ...place, ...change, subject: { kind: 'command', line } }))).outcome;
}

/**
 * What comes out of lines in a working folder below a home, both of the test file's own: with these folders and files,
 * and links by their names. Paths are below the working folder.
 */
export function lineGround(ground: {
  readonly folders: readonly string[];
  readonly files: readonly string[];
  readonly links?: Readonly<Record<string, string>>;
}) {
  const home = suiteFolder();
  const cwd = path.join(home, 'project');
  const folders = ground.folders.map((folder) => [`${folder}/`, ''] as const);
  writeTree(cwd, Object.fromEntries([...folders, ...ground.files.map((file) => [file, 'x'] as const)]));
  for (const [name, target] of Object.entries(ground.links ?? {})) symlinkSync(target, path.join(cwd, name));
  const outcome = lineOutcomes(home, cwd);
  return {
    home,
    cwd,
    outcome,
    auto: (line: string, deny: string[] = []) => outcome(line, { mode: 'auto', deny }),
  };
}

/** What comes out of a line in every mode while `git push` is denied. */
export function outcomesOfPush(
  outcome: ReturnType<typeof lineOutcomes>,
  line: string,
): Promise<Awaited<ReturnType<typeof outcome>>[]> {
  const modes = ['ask', 'accept-edits', 'auto', 'read-only'] as const;
  return Promise.all(modes.map((mode) => outcome(line, { deny: ['Bash(git push *)'], mode })));
}
