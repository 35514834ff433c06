import type { Host } from '../../src/agent/host/host.ts';
import { createPermissions } from '../../src/agent/permissions/decide.ts';
import type { ApprovalQuestion, PermissionRule } from '../../src/agent/permissions/permission.ts';
import type { Tool } from '../../src/agent/tools/tool.ts';
import type { TurnDeps } from '../../src/agent/turn/turn.ts';
import type { ModeId } from '../../src/protocol/modes.ts';
import { type TestConversation, testConversation, testDeps, testHost } from './testTurn.ts';

export interface Ruled {
  readonly mode?: ModeId;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  /** Done once, between the last decision about the first call and its run: a call is judged twice. */
  readonly afterDecision?: () => void;
  readonly host?: Host;
  /** Instead of the built-in ones. */
  readonly tools?: readonly Tool[];
  readonly hooks?: TurnDeps['hooks'];
}

/** A conversation whose calls the real rules decide about; questions are answered with yes. */
export function ruledConversation(cwd: string, ruled: Ruled): TestConversation {
  const { mode = 'auto', allow = [], ask = [], deny = [], host = testHost(cwd), tools, hooks } = ruled;
  const decide = createPermissions(host);
  const rule = (text: string): PermissionRule => ({ text, path: '/config.toml', line: 1, layer: 'user' });
  const questions: ApprovalQuestion[] = [];
  let decisions = 0;
  const { permissions } = testDeps({ cwd }, [], questions);
  const conversation = testConversation({
    cwd,
    deps: {
      host,
      ...(tools && { tools: async () => tools }),
      ...(hooks && { hooks }),
      permissions: {
        ...permissions,
        decide: async (input) => {
          const decision = await decide(input);
          if (++decisions === 2) ruled.afterDecision?.();
          return decision;
        },
        mode: () => mode,
        rules: () => ({ allow: allow.map(rule), ask: ask.map(rule), deny: deny.map(rule) }),
      },
    },
  });
  return { ...conversation, questions };
}

/** The text of each call's result, in order. */
export async function results(
  conversation: TestConversation,
  ...calls: [string, object][]
): Promise<string[]> {
  const before = conversation.log.length;
  await conversation.send(calls.map(([tool, input]) => `call ${tool} ${JSON.stringify(input)}`).join('\n'));
  return conversation.log.slice(before).flatMap((entry) => (entry.type === 'result' ? [entry.text] : []));
}
