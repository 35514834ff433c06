import { existsSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { InstructionSet } from '../../../../src/agent/instructions/instructionSet.ts';
import type { ModelEvent, ModelRequest } from '../../../../src/agent/model/model.ts';
import { sectionsOf } from '../../../../src/agent/model/promptParts.ts';
import type { TurnEvent } from '../../../../src/agent/turn/events.ts';
import type { TurnDeps, TurnPrompt } from '../../../../src/agent/turn/turn.ts';
import type { HookVerdict, TurnHooks } from '../../../../src/agent/turn/turnHooks.ts';
import { deferred } from '../../../../src/base/abort.ts';
import { CancelledError, ExpectedError } from '../../../../src/base/errors.ts';
import { eventually } from '../../../support/processes.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { type TestConversation, testConversation } from '../../../support/testTurn.ts';

const usage = { input: 10, output: 5 };
const noOpinion = async () => ({});
const silent: TurnHooks = {
  userPromptSubmit: noOpinion,
  preToolUse: noOpinion,
  postToolUse: noOpinion,
  stop: noOpinion,
};

/** A model that gives the answers in turn and notes what it was asked. */
function scripted(answers: readonly (readonly ModelEvent[] | Error)[]) {
  const requests: ModelRequest[] = [];
  const ask: TurnDeps['ask'] = async function* (_model, request) {
    const answer = answers[requests.length];
    requests.push(request);
    if (answer instanceof Error) throw answer;
    for (const event of answer ?? []) yield event;
  };
  return { ask, requests };
}
const text = (words: string): ModelEvent => ({ kind: 'text', text: words });
const stop: ModelEvent = { kind: 'finish', reason: 'stop', usage };
const calls: ModelEvent = { kind: 'finish', reason: 'tool-calls', usage };
const read = (path: string, callId = path): ModelEvent => ({
  kind: 'tool-call',
  callId,
  tool: 'read_file',
  input: { path },
});
const types = (conversation: TestConversation) => conversation.log.map((entry) => entry.type);

describe('an answer', () => {
  test('is written together, block by block, and handed on as it comes', async () => {
    const { ask } = scripted([
      [
        { kind: 'thinking', text: 'hm' },
        { kind: 'thinking-end', providerOptions: { p: { sig: '1' } } },
        text('a'),
        text('b'),
        stop,
      ],
    ]);
    const conversation = testConversation({ cwd: tempFolder(), deps: { ask } });
    await conversation.send('hi');
    expect(conversation.log.filter((entry) => entry.type === 'assistant')).toMatchObject([
      { kind: 'thinking', text: 'hm', providerOptions: { p: { sig: '1' } } },
      { kind: 'text', text: 'ab' },
    ]);
    expect(conversation.events.flatMap((event) => (event.kind === 'text' ? [event.text] : []))).toEqual([
      'a',
      'b',
    ]);
  });

  test('is written at least every 250 ms while it streams', async () => {
    const gate = deferred<void>();
    const ask: TurnDeps['ask'] = async function* () {
      yield text('early');
      await gate.promise;
      yield text(' late');
      yield stop;
    };
    const conversation = testConversation({ cwd: tempFolder(), deps: { ask } });
    const turn = conversation.send('hi');
    await eventually(
      () => conversation.log.some((entry) => entry.type === 'assistant' && entry.text === 'early'),
      2_000,
    );
    gate.resolve();
    await turn;
    expect(conversation.log.flatMap((entry) => (entry.type === 'assistant' ? [entry.text] : []))).toEqual([
      'early',
      ' late',
    ]);
  });

  test('that breaks off half-sent is kept, and a card that was coming is closed', async () => {
    const failure = new ExpectedError('cut', 'The connection broke off.');
    const ask: TurnDeps['ask'] = async function* () {
      yield text('half an ans');
      yield { kind: 'tool-input', callId: 'c', tool: 'bash', delta: '{"comm' };
      throw failure;
    };
    const conversation = testConversation({ cwd: tempFolder(), deps: { ask } });
    expect(await conversation.send('hi')).toMatchObject({
      kind: 'failed',
      error: failure,
      lastMessage: 'half an ans',
    });
    expect(types(conversation)).toEqual(['user', 'assistant', 'turn-end']);
    expect(
      conversation.events.flatMap((event) => (event.kind === 'tool-call' ? [event.status] : [])),
    ).toEqual(['pending', 'failed']);
  });

  test('has its calls logged before they are shown', async () => {
    const { ask } = scripted([
      [read('a'), calls],
      [text('ok'), stop],
    ]);
    const conversation = testConversation({ cwd: tempFolder({ a: '' }), deps: { ask } });
    const seen: string[] = [];
    const events = conversation.events as TurnEvent[];
    events.push = (...added) => {
      for (const event of added)
        if (event.kind === 'tool-call' && event.status)
          seen.push(
            `${event.status} ${conversation.log.some((entry) => entry.type === (event.status === 'completed' ? 'result' : 'call'))}`,
          );
      return Array.prototype.push.apply(events, added);
    };
    await conversation.send('hi');
    expect(seen).toEqual(['pending true', 'in_progress true', 'completed true']);
  });

  test('gets ids of its own for calls when the provider repeats them', async () => {
    const { ask, requests } = scripted([
      [read('a', 'call_0'), calls],
      [read('a', 'call_0'), calls],
      [text('ok'), stop],
    ]);
    const conversation = testConversation({ cwd: tempFolder({ a: '' }), deps: { ask } });
    await conversation.send('hi');
    const ids = conversation.log.flatMap((entry) => (entry.type === 'call' ? [entry.callId] : []));
    expect(new Set(ids).size).toBe(2);
    const asked = requests[2]?.prompt.flatMap((message) =>
      message.role === 'tool'
        ? message.content.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))
        : [],
    );
    expect(asked).toEqual(ids);
  });
});

describe('a turn', () => {
  test.each<[string, ModelEvent['kind'] | 'length' | 'refusal', string]>([
    ['max_tokens', 'length', 'max_tokens'],
    ['refusal', 'refusal', 'refusal'],
  ])('ends as %s when the model does', async (_title, reason, stopReason) => {
    const { ask } = scripted([[text('x'), { kind: 'finish', reason: reason as 'length', usage }]]);
    expect(await testConversation({ cwd: tempFolder(), deps: { ask } }).send('hi')).toMatchObject({
      stopReason,
    });
  });

  test('ends as max_turn_requests after so many model calls', async () => {
    const conversation = testConversation({ cwd: tempFolder({ a: 'x' }), deps: { maxTurns: 2 } });
    const outcome = await conversation.send(
      Array.from({ length: 4 }, () => 'call read_file {"path":"a"}').join('\n'),
    );
    expect(outcome).toMatchObject({ stopReason: 'max_turn_requests' });
    expect(conversation.log.filter((entry) => entry.type === 'usage').length).toBe(2);
    expect(await conversation.send('say fine')).toMatchObject({ lastMessage: 'fine' });
  });

  test('counts the tokens of all its calls', async () => {
    const { ask } = scripted([
      [read('a'), calls],
      [text('ok'), stop],
    ]);
    const conversation = testConversation({ cwd: tempFolder({ a: '' }), deps: { ask } });
    expect((await conversation.send('hi')).usage).toEqual({ input: 20, output: 10 });
    expect(conversation.events.at(-1)).toEqual({ kind: 'usage', used: 15, size: 200_000 });
  });

  test('tells of a retry', async () => {
    const { ask } = scripted([
      [{ kind: 'retry', reason: 'y failed to answer (500)', delayMs: 2100, attempt: 1 }, text('ok'), stop],
    ]);
    const conversation = testConversation({ cwd: tempFolder(), deps: { ask } });
    await conversation.send('hi');
    expect(conversation.events).toContainEqual({
      kind: 'notice',
      severity: 'warning',
      title: 'Y failed to answer (500). Trying again in 2 s.',
    });
  });

  test('fails with the reason when a required server is not there, and the next one works', async () => {
    let there = false;
    const conversation = testConversation({
      cwd: tempFolder(),
      deps: {
        tools: async () => {
          if (!there) throw new ExpectedError('mcp', 'The server "db" is required and can’t be reached.');
          return [];
        },
      },
    });
    expect(await conversation.send('say x')).toMatchObject({
      kind: 'failed',
      error: { message: expect.stringContaining('"db"') },
    });
    there = true;
    expect(await conversation.send('say x')).toMatchObject({ kind: 'ended' });
  });

  test('offers tools that join while it runs', async () => {
    const { ask, requests } = scripted([
      [read('a'), calls],
      [text('ok'), stop],
    ]);
    const base = testConversation({ cwd: tempFolder({ a: '' }), deps: { ask } });
    await base.send('hi');
    expect(requests[0]?.tools.map((tool) => tool.name)).toContain('read_file');
  });

  test('calls a tool that is not on offer by its name', async () => {
    const { createReadFile } = await import('../../../../src/agent/tools/files/readFile.ts');
    const hidden = { ...createReadFile(), name: 'mcp__x__read', parse: createReadFile().parse };
    const { ask } = scripted([
      [{ kind: 'tool-call', callId: 'c', tool: 'mcp__x__read', input: { path: 'a' } }, calls],
      [text('ok'), stop],
    ]);
    const conversation = testConversation({
      cwd: tempFolder({ a: 'content' }),
      deps: { ask, findTool: async (name) => (name === 'mcp__x__read' ? hidden : undefined) },
    });
    await conversation.send('hi');
    expect(conversation.log).toContainEqual(expect.objectContaining({ type: 'result', text: 'content' }));
    expect(conversation.events).toContainEqual(expect.objectContaining({ title: 'Read a' }));
  });

  test('sets the plan', async () => {
    const conversation = testConversation({ cwd: tempFolder() });
    await conversation.send('plan Read; Write');
    const entries = [
      { content: 'Read', status: 'pending', priority: 'medium' },
      { content: 'Write', status: 'pending', priority: 'medium' },
    ];
    expect(conversation.events).toContainEqual({
      kind: 'plan',
      entries: expect.arrayContaining([expect.objectContaining({ content: 'Write' })]),
    });
    expect(conversation.log.find((entry) => entry.type === 'plan')).toMatchObject({
      entries: entries.map(({ content }) => ({ content })),
    });
  });
});

describe('steering', () => {
  test('joins before the next model call', async () => {
    const waiting: TurnPrompt[] = [];
    const conversation = testConversation({
      cwd: tempFolder({ a: 'x' }),
      deps: { takeSteering: () => waiting.splice(0) },
    });
    waiting.push({ from: 'person', content: [{ type: 'text', text: 'say steered' }] });
    const outcome = await conversation.send('say first');
    expect(outcome).toMatchObject({ stopReason: 'end_turn' });
    expect(conversation.log.flatMap((entry) => (entry.type === 'user' ? [entry.role] : []))).toEqual([
      'prompt',
      'steering',
    ]);
    expect(conversation.events).toContainEqual(
      expect.objectContaining({ kind: 'user-message', meta: { steered: true } }),
    );
  });

  test('that comes with the last answer keeps the turn going', async () => {
    const waiting: TurnPrompt[] = [];
    const { ask } = scripted([
      [text('one'), stop],
      [text('two'), stop],
    ]);
    const conversation = testConversation({
      cwd: tempFolder(),
      deps: {
        ask: (...asked) => {
          if (conversation.log.filter((entry) => entry.type === 'assistant').length === 0)
            waiting.push({ from: 'person', content: [{ type: 'text', text: 'and?' }] });
          return ask(...asked);
        },
        takeSteering: () => waiting.splice(0),
      },
    });
    expect(await conversation.send('hi')).toMatchObject({ lastMessage: 'two' });
  });
});

describe('hooks', () => {
  test('can keep a prompt from being sent', async () => {
    const { ask, requests } = scripted([]);
    const hooks = { ...silent, userPromptSubmit: async () => ({ block: 'no secrets, please' }) };
    const conversation = testConversation({ cwd: tempFolder(), deps: { ask, hooks } });
    expect(await conversation.send('hi')).toMatchObject({ kind: 'ended', stopReason: 'refusal' });
    expect(requests).toEqual([]);
    expect(conversation.events.at(-1)).toMatchObject({
      kind: 'text',
      text: 'The prompt was not sent. no secrets, please',
    });
  });

  describe('judge a steered message as they do a prompt', () => {
    const steered = async (verdict: HookVerdict | Error, models: Parameters<typeof scripted>[0]) => {
      const { ask, requests } = scripted(models);
      const waiting: TurnPrompt[] = [{ from: 'person', content: [{ type: 'text', text: 'my key is s3' }] }];
      const asked: string[] = [];
      const conversation = testConversation({
        cwd: tempFolder(),
        deps: {
          ask,
          // What comes with the last answer would keep the turn going.
          takeSteering: () => (requests.length === 0 ? [] : waiting.splice(0)),
          hooks: {
            ...silent,
            userPromptSubmit: async ({ messageId, text: words }) => {
              const shown = conversation.events.some(
                (e) => e.kind === 'user-message' && e.messageId === messageId,
              );
              asked.push(`${words}, ${shown ? 'shown' : 'unseen'}`);
              if (words === 'hi') return {};
              if (verdict instanceof Error) throw verdict;
              return verdict;
            },
          },
        },
      });
      const outcome = await conversation.send('hi');
      const texts = conversation.events.flatMap((e) => (e.kind === 'text' && e.meta?.notice ? [e.text] : []));
      return {
        conversation,
        outcome,
        asked,
        texts,
        requests,
        sent: JSON.stringify(requests.map((r) => r.prompt)),
      };
    };

    test('and send it with their context', async () => {
      const { asked, sent, requests } = await steered({ context: ['It is Friday.'] }, [
        [text('one'), stop],
        [text('two'), stop],
      ]);
      expect(asked).toEqual(['hi, shown', 'my key is s3, shown']);
      expect([requests.length, sent.includes('my key is s3'), sent.includes('It is Friday.')]).toEqual([
        2,
        true,
        true,
      ]);
    });

    test('and keep it from the model, in this turn and later', async () => {
      const { conversation, outcome, texts, requests } = await steered({ block: 'no secrets' }, [
        [text('one'), stop],
        [text('two'), stop],
      ]);
      expect(outcome).toMatchObject({ stopReason: 'end_turn', lastMessage: 'one' });
      expect(texts).toEqual(['The message was not sent. no secrets']);
      expect(conversation.log.flatMap((e) => (e.type === 'user' ? [e.role] : []))).toEqual([
        'prompt',
        'local',
      ]);
      await conversation.send('hi');
      expect(requests.length).toBe(2);
      expect(JSON.stringify(requests[1]?.prompt)).not.toContain('s3');
    });

    test('and leave it unsent when the turn is stopped meanwhile', async () => {
      const { conversation, outcome } = await steered(new CancelledError(), [[text('one'), stop]]);
      expect(outcome).toMatchObject({ stopReason: 'cancelled' });
      expect(conversation.log.flatMap((e) => (e.type === 'user' ? [e.role] : []))).toEqual([
        'prompt',
        'local',
      ]);
    });

    test('and end the turn', async () => {
      const { conversation, outcome, sent } = await steered({ endTurn: 'enough' }, [[text('one'), stop]]);
      expect([outcome.kind === 'ended' && outcome.stopReason, sent.includes('s3')]).toEqual([
        'end_turn',
        false,
      ]);
      expect(conversation.events).toContainEqual(
        expect.objectContaining({ kind: 'notice', title: 'A hook ended the turn: enough' }),
      );
    });
  });

  test('put context behind the prompt', async () => {
    const { ask, requests } = scripted([[text('ok'), stop]]);
    const hooks = { ...silent, userPromptSubmit: async () => ({ context: ['It is Friday.'] }) };
    await testConversation({ cwd: tempFolder(), deps: { ask, hooks } }).send('hi');
    const message = requests[0]?.prompt[1];
    expect(message && sectionsOf(message)).toEqual([
      { label: { kind: 'prompt' }, text: 'hi' },
      { label: { kind: 'hook', event: 'UserPromptSubmit' }, text: 'It is Friday.' },
    ]);
  });

  test('keep a turn going at most eight times, and are told so', async () => {
    const active: boolean[] = [];
    const hooks: TurnHooks = {
      ...silent,
      stop: async (end) => {
        active.push(end.active);
        return { block: 'say more' };
      },
    };
    const conversation = testConversation({ cwd: tempFolder(), deps: { hooks } });
    expect(await conversation.send('say once')).toMatchObject({ stopReason: 'end_turn' });
    expect(active).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
    const continued = conversation.log.filter((entry) => entry.type === 'user' && entry.role === 'stop-hook');
    expect(continued.length).toBe(8);
    expect(continued[0]).toMatchObject({ content: [{ text: '[stop-hook] say more' }] });
  });

  test('end the turn after a call', async () => {
    const hooks = { ...silent, postToolUse: async () => ({ endTurn: 'that is enough' }) };
    const conversation = testConversation({ cwd: tempFolder({ a: 'x' }), deps: { hooks } });
    expect(await conversation.send('call read_file {"path":"a"}\nsay more')).toMatchObject({
      stopReason: 'end_turn',
      lastMessage: '',
    });
    expect(conversation.events).toContainEqual(
      expect.objectContaining({ title: 'A hook ended the turn: that is enough' }),
    );
  });
});

describe('a cancel', () => {
  test('ends as cancelled with a result for every call, and the next prompt works', async () => {
    const controller = new AbortController();
    const cwd = tempFolder();
    const conversation = testConversation({ cwd });
    const turn = conversation.send(
      'call bash {"command":"touch begun; sleep 300"}\n& call read_file {"path":"begun"}\n& call bash {"command":"touch second"}',
      controller.signal,
    );
    await eventually(() => existsSync(`${cwd}/begun`), 5_000);
    controller.abort();
    expect(await turn).toMatchObject({ kind: 'ended', stopReason: 'cancelled' });
    const results = conversation.log.filter((entry) => entry.type === 'result');
    expect(results.length).toBe(3);
    expect(existsSync(`${cwd}/second`)).toBe(false);
    const open = new Map(
      conversation.events.flatMap((event) =>
        event.kind === 'tool-call' ? [[event.callId, event.status]] : [],
      ),
    );
    expect([...open.values()].every((status) => status === 'completed' || status === 'failed')).toBe(true);
    expect(await conversation.send('say fine')).toMatchObject({ lastMessage: 'fine' });
  });

  test('before the first model call sends nothing', async () => {
    const { ask, requests } = scripted([]);
    const conversation = testConversation({ cwd: tempFolder(), deps: { ask } });
    expect(await conversation.send('hi', AbortSignal.abort())).toMatchObject({ stopReason: 'cancelled' });
    expect(requests).toEqual([]);
  });

  test('in the middle of a stream keeps what came', async () => {
    const controller = new AbortController();
    const conversation = testConversation({ cwd: tempFolder() });
    const turn = conversation.send('say begun\nwait 60000\nsay never', controller.signal);
    await eventually(() => conversation.events.some((event) => event.kind === 'text'), 5_000);
    controller.abort();
    expect(await turn).toMatchObject({ stopReason: 'cancelled', lastMessage: 'begun' });
    expect(conversation.log).toContainEqual(expect.objectContaining({ type: 'assistant', text: 'begun' }));
  });
});

describe('what a model is shown', () => {
  test('names the working folder, skills and the person’s attachments, each labelled', async () => {
    const cwd = tempFolder({ 'src/a.ts': 'code', 'b.md': 'linked' });
    const { ask, requests } = scripted([[text('ok'), stop]]);
    const origin = { scope: 'project' as const, path: '/home/me/s/SKILL.md' };
    const skill = {
      name: 'deploy',
      description: 'Ship it',
      path: '/home/me/s/SKILL.md',
      origin,
      hash: '',
      serves: [],
      source: 'project',
    };
    const conversation = testConversation({ cwd, deps: { ask, skills: [skill] } });
    await conversation.send({
      from: 'person',
      content: [
        { type: 'text', text: 'look at @src/a.ts, mail@example.org and @missing' },
        { type: 'resource-link', uri: `file://${cwd}/b.md`, name: 'b.md' },
        { type: 'resource', uri: 'file:///home/me/c.ts', text: 'embedded' },
      ],
      skills: [{ name: 'deploy', path: '/home/me/s/SKILL.md', text: 'Do this.' }],
    });
    const [system, user] = requests[0]?.prompt ?? [];
    expect(system && sectionsOf(system).map((section) => section.label.kind)).toEqual([
      'system',
      'system',
      'skills',
    ]);
    expect(system?.content).toContain(`- Working folder: ${cwd}`);
    expect(system?.content).toContain('- deploy: Ship it (/home/me/s/SKILL.md)');
    expect(
      user &&
        sectionsOf(user).map(({ label }) => ('path' in label ? `${label.kind} ${label.path}` : label.kind)),
    ).toEqual([
      'skill /home/me/s/SKILL.md',
      'file /home/me/c.ts',
      `file ${cwd}/b.md`,
      `file ${cwd}/src/a.ts`,
      'prompt',
    ]);
  });

  test('holds the AGENTS.md files of the turn, and deeper ones once their files are touched', async () => {
    const cwd = tempFolder({ 'sub/a': 'x' });
    const asked: (readonly string[])[] = [];
    const instructions: InstructionSet = {
      beginTurn: async () => [{ kind: 'entered', path: `${cwd}/AGENTS.md`, hash: '', text: 'root rules' }],
      touched: async (paths) => {
        asked.push(paths);
        return paths.length > 0
          ? [{ kind: 'entered', path: `${cwd}/sub/AGENTS.md`, hash: '', text: 'deeper rules' }]
          : [];
      },
      compacted: async () => [],
      current: () => [],
    };
    const { ask, requests } = scripted([
      [read('sub/a'), calls],
      [text('ok'), stop],
    ]);
    await testConversation({ cwd, deps: { ask, instructions } }).send('hi');
    const labels = (at: number) =>
      (requests[at]?.prompt ?? [])
        .flatMap((message) => sectionsOf(message).map(({ text: words }) => words))
        .filter((words) => words.includes('rules'));
    expect(labels(0)).toEqual(['root rules']);
    expect(labels(1)).toEqual(['root rules', 'deeper rules']);
    expect(asked).toContainEqual([`${cwd}/sub/a`]);
  });
});

describe('compaction', () => {
  test('comes by itself at the threshold, keeps the turn’s prompt and puts the plan back', async () => {
    const cwd = tempFolder();
    const conversation = testConversation({ cwd, deps: { compactAt: 0.05 } });
    writeFileSync(`${cwd}/big`, `${'some words of text\n'.repeat(1_900)}`);
    await conversation.send('plan One; Two\ncall read_file {"path":"big"}');
    const outcome = await conversation.send('call read_file {"path":"big"}\nsay done');
    expect(outcome).toMatchObject({ kind: 'ended', lastMessage: expect.stringContaining('done') });
    const compaction = conversation.log.find((entry) => entry.type === 'compaction');
    expect(compaction).toMatchObject({ summary: expect.any(String) });
    expect(conversation.log).toContainEqual(
      expect.objectContaining({ type: 'context', label: { kind: 'plan' } }),
    );
  });

  test('that fails leaves the conversation as it was', async () => {
    const failure = new ExpectedError('server', 'It is down.');
    const overflow = new ExpectedError('overflow', 'Too long.');
    const { ask } = scripted([[text('before'), stop], overflow, failure]);
    const conversation = testConversation({ cwd: tempFolder(), deps: { ask } });
    await conversation.send('one');
    expect(await conversation.send('two')).toMatchObject({ kind: 'failed', error: failure });
    expect(conversation.log.some((entry) => entry.type === 'compaction')).toBe(false);
    expect(conversation.events).toContainEqual(
      expect.objectContaining({ kind: 'compaction', status: 'failed', error: 'It is down.' }),
    );
  });

  test('is tried once for one overflow', async () => {
    const overflow = new ExpectedError('overflow', 'Too long.');
    const { ask, requests } = scripted([[text('before'), stop], overflow, [text('summary'), stop], overflow]);
    const conversation = testConversation({ cwd: tempFolder(), deps: { ask } });
    await conversation.send('one');
    expect(await conversation.send('two')).toMatchObject({ kind: 'failed', error: overflow });
    expect(requests.length).toBe(4);
  });
});

test('a conversation of 200 turns with large outputs compacts and goes on, and the log holds all of it', async () => {
  const cwd = tempFolder({ big: 'some words in a line\n'.repeat(1_900) });
  const conversation = testConversation({ cwd });
  for (let turn = 0; turn < 200; turn++) {
    const outcome = await conversation.send('call read_file {"path":"big"}');
    expect(outcome).toMatchObject({ kind: 'ended', stopReason: 'end_turn' });
  }
  expect(conversation.log.filter((entry) => entry.type === 'compaction').length).toBeGreaterThan(0);
  expect(conversation.log.filter((entry) => entry.type === 'result').length).toBe(200);
}, 60_000);
