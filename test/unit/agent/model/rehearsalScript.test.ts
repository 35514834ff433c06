import { describe, expect, it } from 'vitest';
import { parseScript, takeAnswer } from '../../../../src/agent/model/rehearsalScript.ts';

const call = (tool: string, input: string, together = false) => ({ kind: 'call', tool, input, together });

describe('parseScript', () => {
  it.each<[string, string, unknown]>([
    ['a call', 'call read_file {"path":"a b.md"}', [call('read_file', '{"path":"a b.md"}')]],
    ['a call without input', 'call glob', [call('glob', '{}')]],
    ['a call with bad JSON, kept as written', 'call glob {"a":', [call('glob', '{"a":')]],
    ['say', 'say  two  spaces ', [{ kind: 'say', text: 'two  spaces' }]],
    ['think', 'think hm', [{ kind: 'think', text: 'hm' }]],
    ['stream', 'stream 3 ab c', [{ kind: 'stream', count: 3, text: 'ab c' }]],
    ['wait', 'wait 250', [{ kind: 'wait', ms: 250 }]],
    ['fail', 'fail overflow', [{ kind: 'fail', code: 'overflow' }]],
    [
      'plan',
      'plan Read; Write ;; Test',
      [
        call(
          'update_plan',
          JSON.stringify({
            entries: ['Read', 'Write', 'Test'].map((content) => ({
              content,
              priority: 'medium',
              status: 'pending',
            })),
          }),
        ),
      ],
    ],
    [
      'other lines, which it passes over',
      'say a\n\nplease\r\nsay b',
      [
        { kind: 'say', text: 'a' },
        { kind: 'say', text: 'b' },
      ],
    ],
    ['blank lines before the first directive', '\n  \nsay a', [{ kind: 'say', text: 'a' }]],
    [
      'calls asked for at once',
      'call a {}\n& call b {}\n& plan x',
      [
        call('a', '{}'),
        call('b', '{}', true),
        call('update_plan', '{"entries":[{"content":"x","priority":"medium","status":"pending"}]}', true),
      ],
    ],
    [
      'an `& ` line without a call before it, passed over',
      'say a\n& call b {}',
      [{ kind: 'say', text: 'a' }],
    ],
  ])('reads %s', (_, text, steps) => {
    expect(parseScript(text)).toEqual(steps);
  });

  it.each([
    ['prose', 'Please call me'],
    ['a directive on a later line', 'Do this:\nsay a'],
    ['an unknown failure', 'fail 418'],
    ['a wait without a number', 'wait a bit'],
    ['a stream without a number', 'stream of words'],
    ['a word that only begins like one', 'saying'],
    ['a call without a tool', 'call'],
    ['a capital', 'Say hello'],
    ['a joined line first', '& call a {}'],
    ['nothing', ' \n'],
  ])('is no script: %s', (_, text) => {
    expect(parseScript(text)).toBeUndefined();
  });
});

describe('takeAnswer', () => {
  const answers = (text: string) => {
    const all: string[][] = [];
    for (let steps = parseScript(text) ?? []; steps.length > 0; ) {
      const { answer, rest } = takeAnswer(steps);
      all.push(answer.map((step) => ('tool' in step ? step.tool : step.kind)));
      steps = rest;
    }
    return all;
  };

  it.each([
    ['at its first call', 'say a\ncall x {}\nsay b', [['say', 'x'], ['say']]],
    ['behind the calls asked for at once', 'call x {}\n& call y {}\ncall z {}', [['x', 'y'], ['z']]],
    ['at a failure', 'think a\nfail 500\nsay b', [['think', 'fail'], ['say']]],
    ['at the end of the script', 'say a\nwait 1\nstream 2 x', [['say', 'wait', 'stream']]],
  ])('ends an answer %s', (_, text, expected) => {
    expect(answers(text)).toEqual(expected);
  });
});
