import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import type { ModelInfo } from '../../../../src/agent/model/model.ts';
import type { Entry, NewEntry } from '../../../../src/agent/store/entry.ts';
import { historyMessages } from '../../../../src/agent/turn/history.ts';
import { viewOf } from '../../../../src/agent/turn/view.ts';

const model: ModelInfo = {
  id: 'x/y',
  name: 'y',
  contextWindow: 1000,
  images: true,
  pdfs: false,
  thinking: [],
};

type Draft = Partial<NewEntry> & { readonly type: string; readonly id?: string };
let next = 0;
const log = (...drafts: Draft[]): Entry[] =>
  drafts.map((draft) => ({ at: 0, ...draft, id: draft.id ?? `e${next++}` }) as unknown as Entry);
const user = (text: string, more: object = {}): Draft => ({
  type: 'user',
  role: 'prompt',
  content: [{ type: 'text', text }],
  context: [],
  ...more,
});
const says = (text: string, more: object = {}): Draft => ({
  type: 'assistant',
  kind: 'text',
  messageId: 'm',
  text,
  ...more,
});
const call = (callId: string, more: object = {}): Draft => ({
  type: 'call',
  callId,
  messageId: 'a',
  tool: 'read_file',
  input: { path: callId },
  title: '',
  kind: 'read',
  ...more,
});
const result = (callId: string, text: string, more: object = {}): Draft => ({
  type: 'result',
  callId,
  text,
  isError: false,
  media: [],
  content: [],
  locations: [],
  ...more,
});

/** A conversation as short lines: role and what it holds. */
function shape(messages: readonly LanguageModelV4Message[]): string[] {
  return messages.map((message) => {
    if (message.role === 'system') return `system ${message.content}`;
    const parts = message.content.map((part) => {
      switch (part.type) {
        case 'text':
          return part.text;
        case 'reasoning':
          return `(${part.text})`;
        case 'tool-call':
          return `call ${part.toolCallId}`;
        case 'tool-result':
          return `${part.toolCallId} ${part.output.type}: ${'value' in part.output && typeof part.output.value === 'string' ? part.output.value : '…'}`;
        default:
          return part.type;
      }
    });
    return `${message.role} ${parts.join(' | ')}`;
  });
}
const shown = (...drafts: Draft[]) => shape(historyMessages(viewOf(log(...drafts)), model));

describe('historyMessages', () => {
  test.each<[string, Draft[], string[]]>([
    ['a plain talk', [user('hi'), says('hello'), user('more')], ['user hi', 'assistant hello', 'user more']],
    ['pieces of a text as one', [user('hi'), says('hel'), says('lo')], ['user hi', 'assistant hello']],
    [
      'blocks apart',
      [
        user('hi'),
        says('hm', { kind: 'thinking', messageId: 't' }),
        says('a'),
        says('b', { messageId: 'n' }),
      ],
      ['user hi', 'assistant (hm) | a | b'],
    ],
    [
      'calls with their results, in the order of the calls',
      [user('hi'), call('1'), call('2'), result('2', 'two'), result('1', 'one'), says('done')],
      ['user hi', 'assistant call 1 | call 2', 'tool 1 text: one | 2 text: two', 'assistant done'],
    ],
    [
      'answers that follow each other apart',
      [user('hi'), says('a'), call('1'), result('1', 'x'), call('2'), result('2', 'y')],
      ['user hi', 'assistant a | call 1', 'tool 1 text: x', 'assistant call 2', 'tool 2 text: y'],
    ],
    [
      'a call without a result as interrupted',
      [user('hi'), call('1'), call('2'), result('1', 'x'), user('again')],
      [
        'user hi',
        'assistant call 1 | call 2',
        'tool 1 text: x | 2 error-text: No result: the turn was interrupted before this call was done.',
        'assistant [The turn was interrupted before an answer.]',
        'user again',
      ],
    ],
    [
      'a prompt without an answer as interrupted',
      [user('hi'), user('again')],
      ['user hi', 'assistant [The turn was interrupted before an answer.]', 'user again'],
    ],
    [
      'a failed result as an error',
      [user('hi'), call('1'), result('1', 'no', { isError: true })],
      ['user hi', 'assistant call 1', 'tool 1 error-text: no'],
    ],
    [
      'context that joined in the middle',
      [
        user('hi'),
        call('1'),
        result('1', 'x'),
        { type: 'context', label: { kind: 'hook', event: 'E' }, text: 'note' },
        says('ok'),
      ],
      ['user hi', 'assistant call 1', 'tool 1 text: x', 'user note', 'assistant ok'],
    ],
    [
      'steering in the running turn',
      [user('hi'), says('a'), user('turn left', { role: 'steering' }), says('b')],
      ['user hi', 'assistant a', 'user turn left', 'assistant b'],
    ],
    [
      'context before the words',
      [user('hi', { context: [{ label: { kind: 'file', path: 'a' }, text: 'file' }] })],
      ['user file | hi'],
    ],
    ['the expansion instead of what was typed', [user('/x', { prompt: 'expanded' })], ['user expanded']],
    [
      'nothing of Vakil’s own answers',
      [user('hi'), says('local', { local: true }), says('b')],
      ['user hi', 'assistant b'],
    ],
    [
      'other entries not at all',
      [user('hi'), { type: 'plan', entries: [] }, { type: 'title', title: 't' }, says('a')],
      ['user hi', 'assistant a'],
    ],
  ])('gives %s', (_title, entries, expected) => {
    expect(shown(...entries)).toEqual(expected);
  });

  test('drops what was rewound', () => {
    expect(
      shown(user('a'), says('1'), user('b', { id: 'b' }), says('2'), { type: 'rewind', to: 'b' }, user('c')),
    ).toEqual(['user a', 'assistant 1', 'user c']);
  });

  test('drops a refused prompt with all that followed it', () => {
    expect(
      shown(
        user('a'),
        says('1'),
        user('bad'),
        says('no'),
        { type: 'turn-end', stopReason: 'refusal' },
        user('c'),
      ),
    ).toEqual(['user a', 'assistant 1', 'user c']);
  });

  test('puts the summary in the place of what it stands for', () => {
    const entries = [
      user('a'),
      says('1'),
      user('b', { id: 'b' }),
      call('1'),
      result('1', 'x'),
      { type: 'compaction', summary: 'SUM', keepFrom: 'b', pruned: [] },
      says('2'),
    ];
    expect(shown(...entries)).toEqual([
      'user The conversation so far was longer than fits here. Its summary:\n\nSUM',
      'user b',
      'assistant call 1',
      'tool 1 text: x',
      'assistant 2',
    ]);
  });

  test('leaves out results that a compaction took out', () => {
    const entries = [
      user('b', { id: 'b' }),
      call('1'),
      result('1', 'long'),
      { type: 'compaction', summary: 'SUM', keepFrom: 'b', pruned: ['1'] },
    ];
    expect(shown(...entries).at(-1)).toBe(
      'tool 1 text: [The result was left out to make room. Call again if it is needed.]',
    );
  });

  test('hands signatures of thinking and calls back to the provider', () => {
    const messages = historyMessages(
      viewOf(
        log(
          user('hi'),
          says('hm', { kind: 'thinking', messageId: 't' }),
          says('', {
            kind: 'thinking',
            messageId: 't',
            providerOptions: { anthropic: { signature: 'sig' } },
          }),
          call('1', { providerOptions: { google: { thoughtSignature: 'g' } } }),
        ),
      ),
      model,
    );
    expect(messages[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 'sig' } } },
        {
          type: 'tool-call',
          toolCallId: '1',
          toolName: 'read_file',
          input: { path: '1' },
          providerOptions: { google: { thoughtSignature: 'g' } },
        },
      ],
    });
  });

  test('shows images to a model that can see them, and says so to one that can’t', () => {
    const entries = log(
      user('hi', {
        content: [
          { type: 'image', mimeType: 'image/png', data: 'AAAA' },
          { type: 'text', text: 'what is it?' },
        ],
      }),
      call('1'),
      result('1', 'a.png', { media: [{ mimeType: 'image/png', data: 'BBBB' }] }),
    );
    const seeing = historyMessages(viewOf(entries), model);
    expect(seeing[0]).toMatchObject({
      content: [{ type: 'file', mediaType: 'image/png' }, { text: 'what is it?' }],
    });
    expect(seeing[2]).toMatchObject({
      content: [
        { output: { type: 'content', value: [{ text: 'a.png' }, { type: 'file', data: { data: 'BBBB' } }] } },
      ],
    });
    const blind = historyMessages(viewOf(entries), { ...model, images: false });
    expect(blind[0]).toMatchObject({ content: [{ type: 'text' }, { text: 'what is it?' }] });
    expect(blind[2]).toMatchObject({
      content: [{ output: { value: "a.png\n[This model can't be shown it.]" } }],
    });
  });
});
