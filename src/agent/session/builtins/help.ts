import type { Builtin, CommandInfo } from './builtin.ts';

const HEADINGS: readonly (readonly [CommandInfo['group'], string])[] = [
  ['builtin', 'Vakil’s own'],
  ['command', 'Commands'],
  ['skill', 'Skills'],
];

export const helpBuiltin: Builtin = {
  name: 'help',
  description: 'List the commands and skills that can be typed',
  async run({ commands }) {
    const sections = HEADINGS.flatMap(([group, heading]) => {
      const lines = commands.filter((command) => command.group === group).map(commandLine);
      return lines.length === 0 ? [] : [`### ${heading}\n\n${lines.join('\n')}`];
    });
    return sections.join('\n\n');
  },
};

function commandLine({ name, hint, description, source, note }: CommandInfo): string {
  const usage = hint === undefined ? `/${name}` : `/${name} ${hint}`;
  const origin = source === '' ? '' : ` — ${source}`;
  return `- \`${usage}\`: ${description}${origin}${note === undefined ? '' : ` (${note})`}`;
}
