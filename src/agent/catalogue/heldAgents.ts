import type { AgentProfile, Plugin } from '../inventory/catalogue.ts';
import type { Found, Loaded } from '../inventory/loaded.ts';

/**
 * The user's agents whose names no project's agent takes: those that limit something. Their limits are the
 * user's word, and whoever chooses the agent relies on them. By name.
 */
export function heldAgents(roots: readonly Loaded<AgentProfile>[]): ReadonlyMap<string, Found<AgentProfile>> {
  const own = new Map<string, Found<AgentProfile>>();
  for (const found of roots.flatMap((root) => root.found))
    if (found.origin.scope === 'user' && found.state === 'active' && !own.has(found.name))
      own.set(found.name, found);
  return new Map([...own].filter(([, { value }]) => value !== undefined && limits(value)));
}

function limits({ tools, skills, mcpServers, maxTurns }: AgentProfile): boolean {
  return [tools, skills, mcpServers, maxTurns].some((limit) => limit !== undefined);
}

/** An agent with no more turns than the setting allows when a project brings it. */
export function withoutMoreTurns(
  agent: AgentProfile,
  setting: number,
  plugins: readonly Plugin[],
): AgentProfile {
  const { scope, plugin } = agent.origin;
  const isProjects =
    scope === 'project' ||
    (scope === 'plugin' && plugins.some((p) => p.name === plugin && p.enabled && p.layer === 'project'));
  if (!isProjects || agent.maxTurns === undefined) return agent;
  return { ...agent, maxTurns: Math.min(agent.maxTurns, setting) };
}
