import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ApprovalAnswer, PermissionDecision } from '../../../../src/agent/permissions/permission.ts';
import { defineTool } from '../../../../src/agent/tools/defineTool.ts';
import type { Tool, ToolContext, ToolResult } from '../../../../src/agent/tools/tool.ts';
import type { TurnEvent } from '../../../../src/agent/turn/events.ts';
import { PIPELINE, PREPARE, RUN, runCalls } from '../../../../src/agent/turn/pipeline.ts';
import type { AskedCall, SettledCall } from '../../../../src/agent/turn/stages/call.ts';
import type { StageContext } from '../../../../src/agent/turn/stages/stage.ts';
import type { HookVerdict, TurnHooks } from '../../../../src/agent/turn/turnHooks.ts';
import { deferred } from '../../../../src/base/abort.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { testDeps } from '../../../support/testTurn.ts';

interface Probe {
  readonly tool: Tool;
  readonly ran: unknown[];
}

/** A tool that notes what it ran with; `path` is what it claims. */
function probe(
  execute: (input: { path: string }, context: ToolContext) => Promise<ToolResult> | ToolResult = ({
    path,
  }) => ({ text: `did ${path}` }),
): Probe {
  const ran: unknown[] = [];
  const tool = defineTool({
    name: 'probe',
    aliases: ['Probe'],
    description: 'For tests.',
    schema: z.object({ path: z.string(), exclusive: z.boolean().optional() }),
    kind: 'other',
    present: ({ path }) => ({ title: `Probe ${path}` }),
    claims: ({ path, exclusive }) => (exclusive ? { exclusive: true } : { paths: [path] }),
    subject: ({ path }) => ({ kind: 'write', paths: [path] }),
    execute: async (input, context) => {
      ran.push(input);
      return execute(input, context);
    },
  });
  return { tool, ran };
}

const noOpinion = async (): Promise<HookVerdict> => ({});
const silentHooks: TurnHooks = {
  userPromptSubmit: noOpinion,
  preToolUse: noOpinion,
  postToolUse: noOpinion,
  stop: noOpinion,
};

interface RunOptions {
  readonly hooks?: Partial<TurnHooks>;
  readonly decide?: (subject: unknown) => PermissionDecision;
  readonly answer?: () => ApprovalAnswer | Promise<ApprovalAnswer>;
  readonly signal?: AbortSignal;
  readonly remember?: (rules: readonly string[]) => void;
  readonly settled?: (call: SettledCall) => unknown;
}

async function run(
  tool: Tool,
  calls: readonly (Partial<AskedCall> & { input?: unknown })[],
  options: RunOptions = {},
) {
  const cwd = tempFolder();
  const events: TurnEvent[] = [];
  const order: string[] = [];
  const deps = testDeps({ cwd });
  const context: StageContext = {
    input: {
      sessionId: 's',
      turnId: 't',
      cwd,
      roots: [cwd],
      history: [],
      prompt: { from: 'person', content: [] },
    },
    deps: {
      ...deps,
      hooks: options.hooks ? { ...silentHooks, ...options.hooks } : undefined,
      permissions: {
        ...deps.permissions,
        decide: async ({ subject }) => options.decide?.(subject) ?? { outcome: 'allow', because: 'a test' },
        approver: { ask: async () => (await options.answer?.()) ?? { outcome: 'once' } },
        remember: async (rules) => options.remember?.(rules),
      },
    },
    tools: [tool],
    messageId: 'm',
    emit: (event) => events.push(event),
    signal: options.signal ?? new AbortController().signal,
  };
  const asked = calls.map(
    (call, at): AskedCall => ({ kind: 'asked', callId: `c${at}`, tool: 'probe', input: {}, ...call }),
  );
  const settled = await runCalls(asked, context, async (call) => {
    order.push(call.callId);
    options.settled?.(call);
  });
  return { settled, events, order, texts: settled.map((call: SettledCall) => call.result.text) };
}

test('the stages stand in their order, in one list', () => {
  expect(PIPELINE.map((stage) => stage.name)).toEqual([
    'validate',
    'pre-hooks',
    'permission',
    'claim',
    'permission',
    'execute',
    'post-hooks',
    'truncate',
  ]);
  expect([...PREPARE, ...RUN].map((stage) => stage.takes)).toEqual([
    'asked',
    'prepared',
    'prepared',
    'prepared',
    'prepared',
    'prepared',
    'settled',
    'settled',
  ]);
});

test('a call goes through all stages when every slot is empty', async () => {
  const { tool, ran } = probe();
  const { texts, events } = await run(tool, [{ input: { path: 'a' } }]);
  expect({ texts, ran }).toEqual({ texts: ['did a'], ran: [{ path: 'a' }] });
  expect(events).toEqual([{ kind: 'tool-call', callId: 'c0', status: 'in_progress' }]);
});

describe('validate', () => {
  test.each<[string, Partial<AskedCall>, string]>([
    ['an unknown tool', { tool: 'prob' }, 'There is no tool "prob". Did you mean probe?'],
    ['a missing value', { input: {} }, 'Invalid input for probe: path: '],
    ['a value of the wrong kind', { input: { path: 1 } }, 'Invalid input for probe: path: '],
    ['an input that is no object', { input: 'a' }, 'Invalid input for probe: '],
    [
      'half a call',
      { input: undefined, raw: '{"path": "a' },
      'Invalid input for probe: it is no valid JSON. It was: {"path": "a',
    ],
  ])('settles %s with a clear error, and the others run', async (_title, call, message) => {
    const { tool, ran } = probe();
    const { settled, texts } = await run(tool, [call, { input: { path: 'b' } }]);
    expect(texts[0]?.startsWith(message)).toBe(true);
    expect(settled[0]?.result.isError).toBe(true);
    expect({ second: texts[1], ran }).toEqual({ second: 'did b', ran: [{ path: 'b' }] });
  });

  test('takes another tool’s name for it', async () => {
    expect((await run(probe().tool, [{ tool: 'Probe', input: { path: 'a' } }])).texts).toEqual(['did a']);
  });
});

describe('pre-hooks', () => {
  test('a block settles the call with its reason', async () => {
    const { tool, ran } = probe();
    const { settled } = await run(tool, [{ input: { path: 'a' } }], {
      hooks: { preToolUse: async () => ({ block: 'not on Fridays' }) },
    });
    expect(settled[0]?.result).toEqual({ text: 'not on Fridays', isError: true });
    expect(ran).toEqual([]);
  });

  test('a rewrite replaces the input for permission, execution and log', async () => {
    const { tool, ran } = probe();
    const judged: unknown[] = [];
    const { settled } = await run(tool, [{ input: { path: 'a' } }], {
      hooks: { preToolUse: async () => ({ rewrite: { input: { path: 'b' } } }) },
      decide: (subject) => {
        judged.push(subject);
        return { outcome: 'allow', because: '' };
      },
    });
    const final = { kind: 'write', paths: ['b'] };
    expect({ ran, judged }).toEqual({ ran: [{ path: 'b' }], judged: [final, final] });
    expect(settled[0]?.ran).toMatchObject({ rewritten: true, source: { path: 'b' } });
  });

  test('a rewrite is validated again', async () => {
    const { tool, ran } = probe();
    const { texts } = await run(tool, [{ input: { path: 'a' } }], {
      hooks: { preToolUse: async () => ({ rewrite: { input: { dangerouslyDisableSandbox: true } } }) },
    });
    expect(texts[0]).toMatch(/^Invalid input for probe after a hook rewrote it: path: /);
    expect(ran).toEqual([]);
  });

  test('a hook that ends the turn keeps this and the later calls from running', async () => {
    const { tool, ran } = probe();
    const { settled, texts } = await run(tool, [{ input: { path: 'a' } }, { input: { path: 'b' } }], {
      hooks: { preToolUse: async () => ({ endTurn: 'enough' }) },
    });
    expect(texts).toEqual(['Not run, a hook ended the turn: enough', 'Not run: a hook ended the turn.']);
    expect(settled[0]?.endTurn).toBe('enough');
    expect(ran).toEqual([]);
  });

  test('context goes along with the call', async () => {
    const { settled } = await run(probe().tool, [{ input: { path: 'a' } }], {
      hooks: { preToolUse: async () => ({ context: ['mind the gap'] }) },
    });
    expect(settled[0]?.context).toEqual([{ event: 'PreToolUse', text: 'mind the gap' }]);
  });
});

describe('permission', () => {
  const asks: PermissionDecision = {
    outcome: 'ask',
    because: 'it writes',
    part: [1, 3],
    parts: [
      [1, 3],
      [5, 6],
    ],
    rule: { text: 'Write', path: '/home/me/c.toml', line: 4, layer: 'user' },
    always: { rules: ['Write(a)'], label: 'Always write a' },
  };

  test('a denial is a failed result that begins with the reason', async () => {
    const { tool, ran } = probe();
    const { settled } = await run(tool, [{ input: { path: 'a' } }], {
      decide: () => ({ outcome: 'deny', because: 'a rule says so' }),
    });
    expect(settled[0]?.result).toEqual({ text: 'Denied: a rule says so', isError: true });
    expect(ran).toEqual([]);
  });

  test('a question shows the call, why it asks, and where the rule stands', async () => {
    const { events } = await run(probe().tool, [{ input: { path: 'a' } }], { decide: () => asks });
    expect(events[0]).toMatchObject({
      status: 'pending',
      title: 'Probe a',
      input: { path: 'a' },
      meta: {
        ask: {
          because: 'it writes',
          part: [1, 3],
          parts: [
            [1, 3],
            [5, 6],
          ],
          rule: 'Write',
          rulePath: '/home/me/c.toml',
          ruleLine: 4,
        },
      },
    });
  });

  test.each<[string, ApprovalAnswer, string]>([
    ['once', { outcome: 'once' }, 'did a'],
    ['always', { outcome: 'always' }, 'did a'],
    [
      'a rejection with words',
      { outcome: 'reject', feedback: 'use b' },
      'The person rejected this call and says: use b',
    ],
    ['a rejection', { outcome: 'reject' }, 'The person rejected this call. Do not try'],
    [
      'nobody there',
      { outcome: 'cancelled' },
      'Denied: it needs an answer (it writes), and nobody was there to give it. A rule or another mode can allow it.',
    ],
  ])('the answer %s gives the right result', async (_title, answer, text) => {
    const remembered: string[] = [];
    const { texts } = await run(probe().tool, [{ input: { path: 'a' } }], {
      decide: () => asks,
      answer: () => answer,
      remember: (rules) => remembered.push(...rules),
    });
    expect(texts[0]?.startsWith(text)).toBe(true);
    expect(remembered).toEqual(answer.outcome === 'always' ? ['Write(a)'] : []);
  });

  test('a call is judged again right before it runs', async () => {
    let linked = false;
    const { tool, ran } = probe(() => {
      linked = true;
      return { text: 'made a link' };
    });
    const { texts } = await run(tool, [{ input: { path: 'a' } }, { input: { path: 'a/b' } }], {
      decide: () =>
        linked ? { outcome: 'deny', because: 'it leads outside' } : { outcome: 'allow', because: '' },
    });
    expect(texts).toEqual(['made a link', 'Denied: it leads outside']);
    expect(ran.length).toBe(1);
  });

  test('the same question is not put twice for one call', async () => {
    let questions = 0;
    const { texts } = await run(probe().tool, [{ input: { path: 'a' } }, { input: { path: 'a' } }], {
      decide: () => asks,
      answer: () => {
        questions++;
        return { outcome: 'once' };
      },
    });
    expect({ texts, questions }).toEqual({ texts: ['did a', 'did a'], questions: 2 });
  });

  test('the same reason for other places is another question', async () => {
    const questions: string[] = [];
    let real = '/home/me/here';
    const { tool } = probe(() => {
      real = '/home/me/there';
      return { text: '' };
    });
    await run(tool, [{ input: { path: 'a' } }, { input: { path: 'a' } }], {
      decide: () => ({ outcome: 'ask', because: 'it changes a', places: new Map([['a', real]]) }),
      answer: () => {
        questions.push(real);
        return { outcome: 'once' };
      },
    });
    expect(questions).toEqual(['/home/me/here', '/home/me/here', '/home/me/there']);
  });

  test.each<[string, string, readonly string[]]>([
    ['before', 'b', ['Denied: the mode is read-only', 'did b']],
    ['behind', 'a', ['did a', 'Denied: the mode is read-only']],
  ])('a call %s one whose question stood is judged again when it runs', async (_title, asking, expected) => {
    let readOnly = false;
    const { texts } = await run(probe().tool, [{ input: { path: 'a' } }, { input: { path: 'b' } }], {
      decide: (subject) => {
        const { paths } = subject as { paths: readonly string[] };
        if (paths[0] === asking) return asks;
        return readOnly
          ? { outcome: 'deny', because: 'the mode is read-only' }
          : { outcome: 'allow', because: '' };
      },
      answer: () => {
        readOnly = true;
        return { outcome: 'once' };
      },
    });
    expect(texts).toEqual(expected);
  });

  test.each<[string, PermissionDecision, string]>([
    ['the mode denies by now', { outcome: 'deny', because: 'the mode is read-only' }, 'Denied: the mode is'],
    ['a rule allows by now', { outcome: 'allow', because: '' }, 'did a'],
    ['another reason asks by now', { outcome: 'ask', because: 'it leads outside' }, 'The person rejected'],
  ])('a yes does not stand over what came meanwhile: %s', async (_title, later, text) => {
    const answers: ApprovalAnswer[] = [{ outcome: 'once' }, { outcome: 'reject' }];
    let current: PermissionDecision = asks;
    const { texts } = await run(probe().tool, [{ input: { path: 'a' } }], {
      decide: () => current,
      answer: () => {
        current = later;
        return answers.shift() ?? { outcome: 'cancelled' };
      },
    });
    expect(texts[0]?.startsWith(text)).toBe(true);
  });

  test('a decision that fails denies', async () => {
    const { tool, ran } = probe();
    const { texts } = await run(tool, [{ input: { path: 'a' } }], {
      decide: () => {
        throw new Error('broken');
      },
    });
    expect({ texts, ran }).toEqual({ texts: ['Not run, permission failed: broken'], ran: [] });
  });
});

describe('execute', () => {
  test('what a tool throws is a failed result', async () => {
    const { tool } = probe(() => {
      throw new Error('disk on fire');
    });
    const { settled } = await run(tool, [{ input: { path: 'a' } }]);
    expect(settled[0]?.result).toMatchObject({ text: 'probe failed: disk on fire', isError: true });
  });

  test('calls without a conflict meet, an overlapping one waits', async () => {
    const both = deferred<void>();
    const inside = new Set<string>();
    const log: string[] = [];
    const { tool } = probe(async ({ path }) => {
      inside.add(path);
      log.push(`${path} begins`);
      if (inside.has('a') && inside.has('b')) both.resolve();
      if (path !== 'a/x') await both.promise;
      log.push(`${path} ends`);
      return { text: path };
    });
    const { texts } = await run(tool, [
      { input: { path: 'a' } },
      { input: { path: 'a/x' } },
      { input: { path: 'b' } },
    ]);
    expect(log).toEqual(['a begins', 'b begins', 'a ends', 'b ends', 'a/x begins', 'a/x ends']);
    expect(texts).toEqual(['a', 'a/x', 'b']);
  });

  test('exclusive calls never meet', async () => {
    let running = 0;
    let most = 0;
    const { tool } = probe(async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return { text: '' };
    });
    await run(
      tool,
      Array.from({ length: 4 }, () => ({ input: { path: 'a', exclusive: true } })),
    );
    expect(most).toBe(1);
  });

  test('results come in the model’s order, and are told as soon as they are there', async () => {
    const slow = deferred<void>();
    const { tool } = probe(async ({ path }) => {
      if (path === 'slow') await slow.promise;
      return { text: path };
    });
    const { texts, order } = await run(tool, [{ input: { path: 'slow' } }, { input: { path: 'fast' } }], {
      settled: ({ callId }) => callId === 'c1' && slow.resolve(),
    });
    expect({ texts, order }).toEqual({ texts: ['slow', 'fast'], order: ['c1', 'c0'] });
  });

  test('a cancellation settles every call that was not done', async () => {
    const controller = new AbortController();
    const { tool, ran } = probe(async ({ path }) => {
      if (path === 'a') controller.abort();
      return { text: 'done before' };
    });
    const { texts } = await run(
      tool,
      [{ input: { path: 'a' } }, { input: { path: 'a' } }, { input: { path: 'a' } }],
      {
        signal: controller.signal,
      },
    );
    expect(texts).toEqual([
      'done before',
      'Cancelled by the person before it was done.',
      'Cancelled by the person before it was done.',
    ]);
    expect(ran.length).toBe(1);
  });

  test('a question that is open when the person stops is settled as cancelled', async () => {
    const controller = new AbortController();
    const { texts } = await run(probe().tool, [{ input: { path: 'a' } }], {
      decide: () => ({ outcome: 'ask', because: 'x' }),
      answer: () => {
        controller.abort();
        return { outcome: 'cancelled' };
      },
      signal: controller.signal,
    });
    expect(texts).toEqual(['Cancelled by the person before it was done.']);
  });
});

describe('post-hooks', () => {
  test('a block’s reason joins the result', async () => {
    const { settled } = await run(probe().tool, [{ input: { path: 'a' } }], {
      hooks: { postToolUse: async () => ({ block: 'run the linter', context: ['it was slow'] }) },
    });
    expect(settled[0]?.result.text).toBe('did a\n\n[hook] run the linter');
    expect(settled[0]?.context).toEqual([{ event: 'PostToolUse', text: 'it was slow' }]);
  });

  test('see calls that failed, and none that did not run', async () => {
    const seen: string[] = [];
    const { tool } = probe(() => ({ text: 'no', isError: true }));
    const hooks: Partial<TurnHooks> = {
      preToolUse: async ({ input }) => ((input as { path: string }).path === 'b' ? { block: 'no' } : {}),
      postToolUse: async ({ result, callId }) => {
        seen.push(`${callId} ${result.text}`);
        return {};
      },
    };
    await run(tool, [{ input: { path: 'a' } }, { input: { path: 'b' } }], { hooks });
    expect(seen).toEqual(['c0 no']);
  });
});

describe('truncate', () => {
  test('cuts a long text in the middle and puts the whole aside', async () => {
    const { texts } = await run(probe(() => ({ text: `begin\n${'x\n'.repeat(50_000)}end` })).tool, [
      { input: { path: 'a' } },
    ]);
    expect(texts[0]?.length).toBeLessThan(31_000);
    expect(texts[0]).toMatch(/^begin\n[\s\S]*left out here; the whole text is in .*c0\.txt …\]\n[\s\S]*end$/);
  });

  test('leaves a bounded text whole', async () => {
    const text = 'x'.repeat(80_000);
    expect(
      (await run(probe(() => ({ text, bounded: true })).tool, [{ input: { path: 'a' } }])).texts,
    ).toEqual([text]);
  });

  test('takes control characters out of what model and person see', async () => {
    const { settled } = await run(
      probe(() => ({ text: 'a\x1b]52;c;x\x07b', content: [{ type: 'text', text: '\x1b[31mred' }] })).tool,
      [{ input: { path: 'a' } }],
    );
    expect(settled[0]?.result).toMatchObject({ text: 'ab', content: [{ type: 'text', text: 'red' }] });
  });
});

test('a meta-tool is seen by rules and hooks as the tool it calls', async () => {
  const { tool } = probe();
  const meta: Tool = {
    ...tool,
    identity: (input) => ({ name: 'mcp__x__y', input: { inner: (input as { path: string }).path } }),
    withIdentityInput: (_input, rewritten) => ({ path: (rewritten as { inner: string }).inner }),
  };
  const seen: unknown[] = [];
  const { texts } = await run(meta, [{ input: { path: 'a' } }], {
    hooks: {
      preToolUse: async ({ tool: name, input }) => {
        seen.push([name, input]);
        return { rewrite: { input: { inner: 'b' } } };
      },
    },
  });
  expect({ seen, texts }).toEqual({ seen: [['mcp__x__y', { inner: 'a' }]], texts: ['did b'] });
});
