import type { InstructionSet } from '../instructions/instructionSet.ts';
import type { PromptSection } from '../model/promptParts.ts';
import type { Entry, EntryOf } from '../store/entry.ts';
import { instructionSection } from './prompter.ts';
import type { TurnLog } from './turnLog.ts';

/** Puts back what a compaction took out and the model needs on: AGENTS.md files, attached skills, the plan (T5). */
export async function restoreContext(log: TurnLog, instructions: InstructionSet | undefined): Promise<void> {
  const kept = new Set(skillsIn(log.view().entries).keys());
  const skills = [...skillsIn(log.entries)].flatMap(([path, section]) => (kept.has(path) ? [] : [section]));
  const plan = planIn(log.entries);
  const sections = [
    ...((await instructions?.compacted()) ?? []).map(instructionSection),
    ...skills,
    ...(plan ? [planSection(plan)] : []),
  ];
  for (const { label, text } of sections) await log.record({ type: 'context', label: { ...label }, text });
}

/** Attached skills by path; of one attached twice the later text. */
function skillsIn(entries: readonly Entry[]): Map<string, PromptSection> {
  const found = new Map<string, PromptSection>();
  for (const entry of entries) {
    const sections = entry.type === 'user' ? entry.context : entry.type === 'context' ? [entry] : [];
    for (const { label, text } of sections as readonly PromptSection[])
      if (label.kind === 'skill') found.set(label.path, { label, text });
  }
  return found;
}

/** The plan, while something of it is open. */
function planIn(entries: readonly Entry[]): EntryOf<'plan'> | undefined {
  const plan = entries.findLast((entry) => entry.type === 'plan');
  return plan?.type === 'plan' && plan.entries.some((entry) => entry.status !== 'completed')
    ? plan
    : undefined;
}

function planSection({ entries }: EntryOf<'plan'>): PromptSection {
  const lines = entries.map((entry) => `- [${entry.status}] ${entry.content}`);
  return { label: { kind: 'plan' }, text: `The plan as it stands:\n${lines.join('\n')}` };
}
