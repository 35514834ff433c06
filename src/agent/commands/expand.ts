import { nearest } from '../../base/nearest.ts';
import type { AgentProfile, Catalogue, Command, Skill } from '../inventory/catalogue.ts';
import { isBuiltinCommand } from './builtinCommands.ts';
import type { Expansion } from './expansion.ts';
import { fillTemplate } from './fillTemplate.ts';

/** What expansion looks at: what counts, and in `items` why something else does not. */
export type ExpansionSource = Pick<Catalogue, 'skills' | 'commands'> & Partial<Pick<Catalogue, 'items'>>;

/**
 * What a prompt becomes (S9, C3, C6). Only a whole first word that names something counts; a first word
 * `/skill:…` is always an attempt at a skill. Pure. `builtins` is false where the agent's own commands
 * mean nothing (a foreign agent, a scripted expansion).
 */
export function expandPrompt(
  text: string,
  source: ExpansionSource,
  profile?: Pick<AgentProfile, 'skills'>,
  builtins = true,
): Expansion {
  const match = /^\s*\/(\S+)(?:\s+([\s\S]*))?$/.exec(text);
  if (!match) return { kind: 'plain', text };
  const name = match[1] ?? '';
  const args = (match[2] ?? '').replace(/\s+$/, '');
  const skills = usableSkills(source.skills, profile);
  if (name.startsWith('skill:')) return attempt(name.slice('skill:'.length), args, skills, source.items);
  switch (meaningOf(name, source.commands, skills, builtins)) {
    case 'builtin':
      return { kind: 'builtin', name, arguments: args };
    case 'command': {
      const command = source.commands.find((c) => c.name === name);
      return command ? filled(command, args) : { kind: 'plain', text };
    }
    case 'skill': {
      const skill = skills.find((s) => s.name === name);
      return skill ? attached(skill, args) : { kind: 'plain', text };
    }
    default:
      return { kind: 'plain', text };
  }
}

/** The skills that an agent may see and attach (W6): all, or those on its list. */
export function usableSkills(
  skills: readonly Skill[],
  profile?: Pick<AgentProfile, 'skills'>,
): readonly Skill[] {
  const listed = profile?.skills;
  return listed === undefined ? skills : skills.filter((s) => listed.includes(s.name));
}

/** The one order of meanings (C6): built-in command, project command, skill, plugin command, user command. */
export function meaningOf(
  name: string,
  commands: readonly Command[],
  skills: readonly Pick<Skill, 'name'>[],
  builtins = true,
): 'builtin' | 'command' | 'skill' | undefined {
  if (builtins && isBuiltinCommand(name)) return 'builtin';
  const command = commands.find((c) => c.name === name);
  if (command?.origin.scope === 'project') return 'command';
  if (skills.some((s) => s.name === name)) return 'skill';
  return command ? 'command' : undefined;
}

function filled(command: Command, args: string): Expansion {
  return { kind: 'expanded', text: fillTemplate(command.template, args), skills: [], command: command.name };
}

function attached(skill: Skill, request: string): Expansion {
  return {
    kind: 'expanded',
    text: request === '' ? `Follow the skill "${skill.name}".` : request,
    skills: [skill],
  };
}

function attempt(
  name: string,
  request: string,
  skills: readonly Skill[],
  items: Catalogue['items'] = [],
): Expansion {
  const skill = skills.find((s) => s.name === name);
  if (skill) return attached(skill, request);
  const held = items.find((i) => i.kind === 'skill' && i.name === name && i.state !== 'active');
  if (held?.reason)
    return {
      kind: 'refused',
      message: `No skill "${name}" can be used: it is ${held.state}. ${held.reason}`,
    };
  const near =
    name === ''
      ? []
      : nearest(
          name,
          skills.map((s) => s.name),
        );
  const hint =
    near.length > 0 ? ` Near names: ${near.join(', ')}.` : ' /skills lists those that can be used.';
  return { kind: 'refused', message: `No skill "${name}".${hint}` };
}
