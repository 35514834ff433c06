import type { AgentProfile, Catalogue, Skill } from '../inventory/catalogue.ts';

/** The agent of this name; undefined when there is none (any more): then nothing is narrowed. */
export function profileOf(catalogue: Catalogue, name: string): AgentProfile | undefined {
  return catalogue.agents.find((agent) => agent.name === name);
}

/** Skills that this agent may use (W6). */
export function skillsOf(catalogue: Catalogue, profile: AgentProfile | undefined): readonly Skill[] {
  const allowed = profile?.skills;
  return allowed === undefined
    ? catalogue.skills
    : catalogue.skills.filter((skill) => allowed.includes(skill.name));
}
