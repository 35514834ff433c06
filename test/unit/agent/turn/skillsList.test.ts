import { expect, test } from 'vitest';
import type { Skill } from '../../../../src/agent/inventory/catalogue.ts';
import { estimateTokens } from '../../../../src/agent/model/estimateTokens.ts';
import { skillsSection } from '../../../../src/agent/turn/skillsList.ts';

const skill = (name: string, description: string): Skill => ({
  name,
  description,
  path: `/home/me/skills/${name}/SKILL.md`,
  origin: { scope: 'user', path: `/home/me/skills/${name}/SKILL.md` },
  hash: '',
  serves: [],
  source: 'user',
});
const many = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => skill(`skill-${at}`, 'words '.repeat(length)));

test('lists name, description and path, a line each', () => {
  expect(skillsSection([skill('deploy', 'Ships it,\n  all of it.')], 1_000)?.text).toMatch(
    /\n\n- deploy: Ships it, all of it\. \(\/home\/me\/skills\/deploy\/SKILL\.md\)$/,
  );
});

test('is left out when there are no skills', () => {
  expect(skillsSection([], 1_000)).toBeUndefined();
});

test('shortens descriptions before it leaves names out', () => {
  const text = skillsSection(many(50, 100), 2_000)?.text ?? '';
  expect(estimateTokens(text)).toBeLessThanOrEqual(2_000);
  expect(text).toContain('skill-49');
  expect(text).toContain('…');
});

test('says how many names are left out', () => {
  const text = skillsSection(many(500, 10), 1_000)?.text ?? '';
  expect(text).toMatch(/\n- … and \d+ more, left out for their number$/);
  expect(estimateTokens(text)).toBeLessThanOrEqual(1_020);
});
