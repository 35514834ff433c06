import type { Skill } from '../inventory/catalogue.ts';
import { estimateTokens } from '../model/estimateTokens.ts';
import type { PromptSection } from '../model/promptParts.ts';
import intro from './skills.md';

/** Characters of a description, tried in turn until the list fits. */
const LENGTHS = [1024, 400, 200, 100, 40, 0] as const;

/**
 * The list of skills for the model: name, description and path each (S8). When it is longer than the
 * budget, descriptions are shortened before names are left out, and how many are left out is said.
 */
export function skillsSection(skills: readonly Skill[], budgetTokens: number): PromptSection | undefined {
  if (skills.length === 0) return undefined;
  for (const length of LENGTHS) {
    const text = listText(skills, length);
    if (estimateTokens(text) <= budgetTokens) return { label: { kind: 'skills' }, text };
  }
  let shown = skills.length;
  while (shown > 0 && estimateTokens(listText(skills.slice(0, shown), 0)) > budgetTokens)
    shown = Math.floor(shown * 0.9);
  const left = skills.length - shown;
  const text = `${listText(skills.slice(0, shown), 0)}\n- … and ${left} more, left out for their number`;
  return { label: { kind: 'skills' }, text };
}

function listText(skills: readonly Skill[], descriptionLength: number): string {
  const lines = skills.map((skill) => {
    const description = shorten(skill.description.replace(/\s+/g, ' ').trim(), descriptionLength);
    return description === ''
      ? `- ${skill.name} (${skill.path})`
      : `- ${skill.name}: ${description} (${skill.path})`;
  });
  return `${intro.trim()}\n\n${lines.join('\n')}`;
}

function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length
    ? text
    : length === 0
      ? ''
      : `${characters.slice(0, length - 1).join('')}…`;
}
