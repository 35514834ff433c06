import { allCommands } from './shell/fires.ts';
import { mentions } from './shell/mentions.ts';
import { commandPattern } from './shell/pattern.ts';
import type { ShellCommand, ShellLine } from './shell/shellLine.ts';
import { programName, type Word } from './shell/word.ts';

/** How our program is called: by its name, by its package's, or by the file of its command line. */
const OWN_NAME = /^(?:vak|vakil)(?:@[^/]*|\.cmd|\.ps1)?$/i;
const OWN_FILE = /^(?:cli|agent)\.mjs$/i;

/** Programs that run the one that stands in their arguments. */
const RUNNERS = /^(?:node|nodejs|npx|npm|pnpx|pnpm|yarn|bunx|bun|deno|corepack|electron)$/i;

/** What of our program only looks. */
const LOOKS = new Set(['inventory', 'explain', 'skills', 'commands', 'agents', 'config', 'help']);
const LOOKS_BY = new Set([
  'sessions list',
  'sessions show',
  'plugin list',
  'hooks list',
  'mcp list',
  'mcp probe',
]);
const SAYS_ITSELF = new Set(['--help', '-h', '--version', '-v']);

/** What changes something, or answers in the person's place; other programs have a file of such a name too. */
const CHANGES = new Set(['trust', 'plugin', 'import', 'acp', 'run', 'mcp', 'hooks', 'sessions']);

/** What a text for another program, or a name that is known only when it runs, is asked about. */
const GRAVEST = ['trust', 'plugin'];

/**
 * The command of a line by which our own program would change trust, approvals, plugins or configuration, or
 * serve somebody who answers questions. No word of it names the files that it changes. `hidden`: commands that
 * it may run as well.
 */
export function changesOwnProgram(
  line: ShellLine,
  hidden: readonly ShellCommand[],
): ShellCommand | undefined {
  const commands = allCommands(line.commands);
  const called = commands.find(callsOwnProgram) ?? hidden.find(mayCallOwnProgram);
  return called ?? GRAVEST.map((verb) => mentions(commands, commandPattern(`vak ${verb}`))).find(Boolean);
}

function callsOwnProgram({ words }: ShellCommand): boolean {
  const isRun = RUNNERS.test(programName(words[0]));
  return words.some((word, i) => {
    if (i > 0 && !isRun) return false;
    const rest = words.slice(i + 1);
    const args = rest[0]?.text === '--' ? rest.slice(1) : rest;
    const name = programName(word);
    if (OWN_NAME.test(name)) return !onlyLooks(args);
    if (OWN_FILE.test(name)) return mayChange(args);
    return (word.known !== 'yes' || word.open === true) && GRAVEST.includes(args[0]?.text ?? '');
  });
}

/** Among other words, only the name together with what changes something is a call. */
function mayCallOwnProgram(command: ShellCommand): boolean {
  const [first, ...args] = command.words;
  if (!OWN_NAME.test(programName(first))) return callsOwnProgram(command);
  return args.some((word, i) => mayChange([word, ...args.slice(i + 1)]));
}

function onlyLooks([verb, action]: readonly Word[]): boolean {
  if (verb?.known !== 'yes' || verb.open) return false;
  if (LOOKS.has(verb.text) || SAYS_ITSELF.has(verb.text)) return true;
  return action?.known === 'yes' && !action.open && LOOKS_BY.has(`${verb.text} ${action.text}`);
}

function mayChange(args: readonly Word[]): boolean {
  const [verb] = args;
  return verb !== undefined && (verb.known !== 'yes' || CHANGES.has(verb.text)) && !onlyLooks(args);
}
