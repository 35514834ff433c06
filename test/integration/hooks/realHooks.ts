import { chmodSync } from 'node:fs';
import path from 'node:path';
import { createHooks } from '../../../src/agent/hooks/createHooks.ts';
import type { HookEvent } from '../../../src/agent/hooks/hooks.ts';
import { createMatchRule } from '../../../src/agent/hooks/matchRule.ts';
import { createNodeHost } from '../../../src/agent/host/node/nodeHost.ts';
import type { HookDefinition } from '../../../src/agent/inventory/catalogue.ts';
import { type FileTree, tempFolder } from '../../support/tempFolder.ts';

/** Real hooks in a folder of their own, which is home and working folder at once; scripts (`*.sh`, `*.py`) are executable. */
export function realHooks(files: FileTree, ...definitions: readonly Partial<HookDefinition>[]) {
  const folder = tempFolder(files);
  for (const name of Object.keys(files))
    if (/\.(sh|py)$/.test(name)) chmodSync(path.join(folder, name), 0o755);
  const host = createNodeHost({
    variables: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_CACHE_HOME: path.join(folder, '.cache') },
  });
  const hooks = createHooks({
    definitions: definitions.map((given, at) => ({
      name: `hook-${at}`,
      form: 'yaml',
      event: 'PreToolUse',
      args: [],
      timeoutMs: 10_000,
      enabled: true,
      failure: 'open',
      source: 'user',
      origin: { scope: 'user', path: path.join(folder, 'hooks.yaml') },
      ...given,
      ...(given.script !== undefined && { script: path.join(folder, given.script) }),
    })),
    home: host,
    executor: host,
    matchRule: createMatchRule(folder),
  });
  return { folder, hooks };
}

/** A call of `bash` with this line. */
export function bashCall(
  folder: string,
  command: string,
  name: 'PreToolUse' | 'PostToolUse' = 'PreToolUse',
): HookEvent {
  const place = { sessionId: 's', turnId: 't', cwd: folder };
  const tool = {
    name: 'bash',
    aliases: ['Bash'],
    callId: 'c',
    input: { command },
    subject: (input: unknown) => ({ kind: 'command' as const, line: (input as { command: string }).command }),
  };
  if (name === 'PreToolUse') return { ...place, name, tool };
  return { ...place, name, tool, response: { text: 'done', isError: false } };
}

export const notCancelled = new AbortController().signal;
