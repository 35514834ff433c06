import os from 'node:os';
import { env, workspace } from 'vscode';
import * as z from 'zod';
import type { AgentSettings } from '../process/agentCommand.ts';
import { editorRipgrep } from '../process/editorRipgrep.ts';

const StringsSchema = z.array(z.string()).catch([]);
const VariablesSchema = z.record(z.string(), z.string()).catch({});
const TextSchema = z.string().catch('');

/** The settings `vak.*` that the host looks at; a value of a wrong type counts as not set. */
export function agentSettings(dist: string, cwd: string): AgentSettings {
  const section = workspace.getConfiguration('vak');
  return {
    command: TextSchema.parse(section.get('agent.command')),
    args: StringsSchema.parse(section.get('agent.args')),
    env: VariablesSchema.parse(section.get('agent.env')),
    dist,
    execPath: process.execPath,
    cwd,
    home: os.homedir(),
    ripgrep: editorRipgrep(env.appRoot),
  };
}

/** What a new conversation begins with, by category of ACP's options; an empty setting leaves it to the agent. */
export function preferredOptions(): { category: string; value: string }[] {
  const section = workspace.getConfiguration('vak');
  return ['model', 'mode']
    .map((category) => ({ category, value: TextSchema.parse(section.get(category)).trim() }))
    .filter(({ value }) => value !== '');
}
