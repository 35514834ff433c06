import type { CommandView } from '../../protocol/chat.ts';

/** Commands under one heading, best match first. */
export interface CompletionGroup {
  readonly title: string;
  readonly commands: readonly CommandView[];
}

const TITLES: readonly (readonly [CommandView['group'], string])[] = [
  ['command', 'Commands'],
  ['skill', 'Skills'],
  ['prompt', 'Server prompts'],
  ['builtin', 'Built in'],
];

/** More than this is not listed; typing on narrows it. */
const MAX_LISTED = 60;

/** The slash word being typed, without its slash; undefined when the caret is not in a first word that begins with one. */
export function slashWord(text: string, caret: number): string | undefined {
  const word = /^\/(\S*)/.exec(text);
  if (!word || caret < 1 || caret > word[0].length) return undefined;
  return word[1] ?? '';
}

/** The word behind an `@` that the caret stands at the end of, and where its `@` is. */
export function mentionWord(text: string, caret: number): { query: string; start: number } | undefined {
  const found = /(?:^|[\s(])@([^\s@]*)$/.exec(text.slice(0, caret));
  if (!found) return undefined;
  const query = found[1] ?? '';
  return { query, start: caret - query.length - 1 };
}

/** True when the word already names something whole: Enter then sends it. */
export function isWholeName(commands: readonly CommandView[], word: string): boolean {
  return commands.some((command) => command.name === word);
}

/** What the word may become, in groups; the group with the best match comes first. */
export function completeCommands(commands: readonly CommandView[], word: string): CompletionGroup[] {
  const wanted = word.toLowerCase();
  const all = commands.map((command) => ({ command, rank: rankOf(command, wanted) }));
  // Guesses are shown only when nothing holds the word itself.
  const limit = all.some(({ rank }) => rank < GUESS) ? GUESS : Number.POSITIVE_INFINITY;
  const ranked = all
    .filter(({ rank }) => rank < limit)
    .sort((a, b) => a.rank - b.rank || compareNames(a.command.name, b.command.name))
    .slice(0, MAX_LISTED);
  const groups = TITLES.map(([group, title]) => ({
    title,
    best: ranked.find(({ command }) => command.group === group)?.rank ?? Number.POSITIVE_INFINITY,
    commands: ranked.filter(({ command }) => command.group === group).map(({ command }) => command),
  })).filter((group) => group.commands.length > 0);
  return groups
    .sort((a, b) => a.best - b.best)
    .map(({ title, commands: listed }) => ({ title, commands: listed }));
}

/** From this rank on a match is a guess. */
const GUESS = 4;

/** 0 for the whole name, then: it begins so, a part of it begins so, it holds it, it holds its letters in order. */
function rankOf(command: CommandView, wanted: string): number {
  const name = command.name.toLowerCase();
  // What lost its plain name stands behind what has one.
  const lost = command.note === undefined ? 0 : 0.5;
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1 + lost;
  if (name.split(/[:_-]/).some((part) => part.startsWith(wanted))) return 2 + lost;
  if (name.includes(wanted)) return 3 + lost;
  if (wanted.length >= 2 && hasInOrder(name, wanted)) return 4 + lost;
  if (wanted.length >= 3 && command.description.toLowerCase().includes(wanted)) return 5 + lost;
  return Number.POSITIVE_INFINITY;
}

function hasInOrder(name: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const found = name.indexOf(letter, from);
    if (found < 0) return false;
    from = found + 1;
  }
  return true;
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The text with its first word replaced by a command, and where the caret goes. */
export function takeCommand(text: string, name: string): { text: string; caret: number } {
  const rest = text.replace(/^\/\S*/, '').replace(/^[ \t]/, '');
  const head = `/${name} `;
  return { text: head + rest, caret: head.length };
}

/** The text with the `@` word replaced by what was chosen, and where the caret goes. */
export function takeMention(
  text: string,
  caret: number,
  start: number,
  label: string,
): { text: string; caret: number } {
  const word = `@${label} `;
  return {
    text: text.slice(0, start) + word + text.slice(caret).replace(/^[ \t]/, ''),
    caret: start + word.length,
  };
}
