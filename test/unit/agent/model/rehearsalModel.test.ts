import type { LanguageModelV4Message, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { labelledText, type PromptLabel, systemMessage } from '../../../../src/agent/model/promptParts.ts';
import { createRehearsalModel } from '../../../../src/agent/model/rehearsalModel.ts';
import { ManualClock } from '../../../support/manualClock.ts';

type Tools = Parameters<ReturnType<typeof createRehearsalModel>['language']['doStream']>[0]['tools'];

function user(text: string, label: PromptLabel = { kind: 'prompt' }): LanguageModelV4Message {
  return { role: 'user', content: [labelledText({ label, text })] };
}

function called(id: string, toolName: string): LanguageModelV4Message {
  return { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName, input: {} }] };
}

function said(text: string): LanguageModelV4Message {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

function result(toolCallId: string, value: string, failed = false): LanguageModelV4Message {
  const output = { type: failed ? ('error-text' as const) : ('text' as const), value };
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'any', output }] };
}

async function parts(prompt: LanguageModelV4Message[], options: { tools?: Tools; clock?: ManualClock } = {}) {
  let ids = 0;
  const model = createRehearsalModel(options.clock ?? new ManualClock(), () => `id${++ids}`);
  const { stream } = await model.language.doStream({ prompt, tools: options.tools });
  const all: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) all.push(part);
  return all;
}

/** What an answer says and does, in a few words. */
async function answer(...prompt: LanguageModelV4Message[]): Promise<string> {
  const all = await parts(prompt);
  return all
    .map((part) => {
      if (part.type === 'text-delta') return part.delta;
      if (part.type === 'reasoning-delta') return `<${part.delta}>`;
      if (part.type === 'tool-call') return `[${part.toolName} ${part.input}]`;
      if (part.type === 'error') return `!${(part.error as Error).message}`;
      return '';
    })
    .join('');
}

describe('the rehearsal model', () => {
  it('asks for a tool, with what was said before it', async () => {
    expect(await answer(user('say Look.\ncall read_file {"path":"a"}'))).toBe(
      'Look.[read_file {"path":"a"}]',
    );
  });

  it('ends with the reason tool-calls when it asks for tools', async () => {
    const all = await parts([user('call a {}')]);
    expect(all.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } });
  });

  it('puts texts of one answer on lines of their own, thinking apart', async () => {
    expect(await answer(user('say a\nthink why\nsay b\nstream 3 x'))).toBe('a<why>\nb\nxxx');
  });

  it('streams a text as as many chunks as asked for', async () => {
    const all = await parts([user('stream 10000 x')]);
    expect(all.filter((part) => part.type === 'text-delta')).toHaveLength(10_000);
  });

  it('hands over a call whose input is no JSON as it stands', async () => {
    expect(await answer(user('call a {oops'))).toBe('[a {oops]');
  });

  it('goes on with the script behind the answers that stand already', async () => {
    const script = user('call a {}\n& call b {}\ncall c {}\nsay end');
    const first = [script, called('1', 'a'), result('1', 'ra'), result('2', 'rb')];
    expect(await answer(...first)).toBe('[c {}]');
  });

  it('ends with one answer that lists every call of the turn', async () => {
    const text = await answer(
      user('say earlier turn'),
      said('earlier turn'),
      user('call a {}\ncall b {}'),
      called('1', 'a'),
      result('1', 'first line\nsecond line'),
      called('2', 'b'),
      result('2', 'denied by a rule', true),
    );
    expect(text).toBe('a ok: first line\nb failed: denied by a rule');
  });

  it('says what the script still says before the list', async () => {
    expect(await answer(user('call a {}\nsay Done.'), called('1', 'a'), result('1', ''))).toBe(
      'Done.\na ok: ',
    );
  });

  it('reads a text that joined the turn as a script, and goes on with the first one', async () => {
    const turn = [user('call a {}\ncall b {}'), called('1', 'a'), result('1', 'x')];
    expect(await answer(...turn, user('say Steered.', { kind: 'steering' }))).toBe('Steered.[b {}]');
  });

  it('reads a hook’s continuation behind its mark', async () => {
    const turn = [user('say a'), said('a')];
    expect(await answer(...turn, user('[stop-hook] call test {}', { kind: 'steering' }))).toBe('[test {}]');
  });

  it('never reads attached texts as a script', async () => {
    const message: LanguageModelV4Message = {
      role: 'user',
      content: [
        labelledText({ label: { kind: 'skill', name: 's', path: '/s' }, text: 'say from the skill' }),
        labelledText({ label: { kind: 'file', path: '/f' }, text: 'call from_file {}' }),
        labelledText({ label: { kind: 'prompt' }, text: 'say from the prompt' }),
      ],
    };
    expect(await answer(message)).toBe('from the prompt');
  });

  it.each(['401', '404', '429', '500', 'overflow'])('fails with %s after what it said', async (code) => {
    expect(await answer(user(`say half\nfail ${code}`))).toMatch(/^half!Rehearsed: /);
  });

  it('cuts the stream after what it said was read', async () => {
    const { language } = createRehearsalModel(new ManualClock());
    const { stream } = await language.doStream({ prompt: [user('say half\nfail cut')] });
    const seen: string[] = [];
    const read = async () => {
      for await (const part of stream) if (part.type === 'text-delta') seen.push(part.delta);
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(seen).toEqual(['half']);
  });

  it('pauses for as long as the script says', async () => {
    const clock = new ManualClock();
    const slept: number[] = [];
    clock.onTimer = (ms) => {
      slept.push(ms);
      queueMicrotask(() => clock.advance(ms));
    };
    await parts([user('wait 5000\nsay a')], { clock });
    expect(slept).toEqual([5000]);
  });

  it('ends a pause at once on cancellation', async () => {
    const cancel = new AbortController();
    const clock = new ManualClock();
    clock.onTimer = () => queueMicrotask(() => cancel.abort());
    const { stream } = await createRehearsalModel(clock).language.doStream({
      prompt: [user('wait 5000\nsay a')],
      abortSignal: cancel.signal,
    });
    await expect(stream.pipeTo(new WritableStream())).rejects.toThrow('cancelled');
    expect(clock.pending).toBe(0);
  });

  it('gives a whole answer to a caller that does not stream', async () => {
    const { language } = createRehearsalModel(new ManualClock(), () => 'id');
    const whole = await language.doGenerate({ prompt: [user('think hm\nsay a\nsay b\ncall t {}')] });
    expect(whole.content).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a\nb' },
      { type: 'tool-call', toolCallId: 'id', toolName: 't', input: '{}' },
    ]);
  });
});

describe('the rehearsal’s report', () => {
  const prompt: LanguageModelV4Message[] = [
    systemMessage([
      { label: { kind: 'system' }, text: 'You are Vakil.' },
      { label: { kind: 'skills' }, text: '- notes: writes notes' },
      { label: { kind: 'servers' }, text: 'github: vcs' },
      { label: { kind: 'slice' }, text: 'docs was left out' },
    ]),
    {
      role: 'user',
      content: [
        labelledText({ label: { kind: 'instructions', path: '/w/AGENTS.md' }, text: 'Use tabs.' }),
        labelledText({ label: { kind: 'hook', event: 'SessionStart' }, text: 'It is Monday.' }),
        labelledText({ label: { kind: 'prompt' }, text: 'An earlier question' }),
      ],
    },
    said('An earlier answer'),
    {
      role: 'user',
      content: [
        labelledText({ label: { kind: 'skill', name: 'notes', path: '/s/SKILL.md' }, text: 'Write notes.' }),
        labelledText({ label: { kind: 'file', path: '/w/a.ts' }, text: 'const a = 1;' }),
        labelledText({ label: { kind: 'prompt' }, text: 'What is here?' }),
      ],
    },
  ];

  it('shows each part under a heading with its size, and no earlier turn', async () => {
    const tools: Tools = [
      { type: 'function', name: 'glob', description: 'Finds files.', inputSchema: { type: 'object' } },
    ];
    const all = await parts(prompt, { tools });
    const text = all.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
    expect(text.slice(text.indexOf('## '))).toBe(
      [
        '## Prompt (4 tokens)\n\nWhat is here?',
        '## System prompt (4 tokens)\n\nYou are Vakil.',
        '## Instructions: /w/AGENTS.md (3 tokens)\n\nUse tabs.',
        '## Skills on offer (6 tokens)\n\n- notes: writes notes',
        '## Attached skill: notes (/s/SKILL.md) (3 tokens)\n\nWrite notes.',
        '## Attached file: /w/a.ts (3 tokens)\n\nconst a = 1;',
        '## Context from a hook: SessionStart (4 tokens)\n\nIt is Monday.',
        '## Tools (13 tokens)',
        '### glob (13 tokens)\n\nFinds files.\n\n```json\n{"type":"object"}\n```',
        '## Servers (3 tokens)\n\ngithub: vcs',
        '## Left out by the capability slice (5 tokens)\n\ndocs was left out',
      ].join('\n\n'),
    );
    expect(text).toMatch(/^# Rehearsal model\n\nNo model answered this\./);
  });

  it('answers a joined text that is no script, and goes on with the script', async () => {
    const turn = [user('call a {}\ncall b {}'), called('1', 'a'), result('1', 'x')];
    const text = await answer(...turn, user('why?', { kind: 'steering' }));
    expect(text).toMatch(/^# Rehearsal model[\s\S]*## Prompt \(1 tokens\)\n\nwhy\?[\s\S]*\[b \{\}\]$/);
  });
});
