import { describe, expect, test } from 'vitest';
import { askPermission } from '../../../../src/agent/acp/askPermission.ts';
import type { ApprovalQuestion } from '../../../../src/agent/permissions/permission.ts';
import { fakeClient } from './fakeClient.ts';

const question: ApprovalQuestion = {
  sessionId: 's',
  callId: 'c',
  tool: 'bash',
  title: 'git push',
  input: { command: 'git push' },
  decision: {
    outcome: 'ask',
    because: 'a rule asks',
    rule: { text: 'Bash(git push *)', path: '/home/me/.config/vak/config.toml', line: 3, layer: 'user' },
    part: [0, 8],
    parts: [
      [0, 8],
      [12, 20],
    ],
    always: { rules: ['Bash(git push *)'], label: 'Always allow git push' },
  },
};
const never = new AbortController().signal;
const chose = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });

async function ask(answer: unknown, asked: ApprovalQuestion = question) {
  const { client, calls } = fakeClient(() => answer);
  const result = await askPermission(client, asked, { kind: 'execute' }, never);
  return { result, params: calls[0]?.params ?? {} };
}

describe('askPermission', () => {
  test('offers once, always and reject, and says all there is to know of the call', async () => {
    const { params } = await ask(chose('once'));
    expect(params).toEqual({
      sessionId: 's',
      options: [
        { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
        { optionId: 'always', name: 'Always allow git push', kind: 'allow_always' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
      ],
      toolCall: {
        toolCallId: 'c',
        name: 'bash',
        title: 'git push',
        status: 'pending',
        kind: 'execute',
        rawInput: { command: 'git push' },
        _meta: {
          vak: {
            ask: {
              because: 'a rule asks',
              part: [0, 8],
              parts: [
                [0, 8],
                [12, 20],
              ],
              rule: 'Bash(git push *)',
              rulePath: '/home/me/.config/vak/config.toml',
              ruleLine: 3,
            },
          },
        },
      },
    });
  });

  test('does not offer always where nothing could be stored', async () => {
    const { params } = await ask(chose('once'), {
      ...question,
      decision: { outcome: 'ask', because: 'outside the workspace' },
    });
    expect((params['options'] as { optionId: string }[]).map(({ optionId }) => optionId)).toEqual([
      'once',
      'reject',
    ]);
  });

  test('does not take always for an answer where it was not offered', async () => {
    const { result } = await ask(chose('always'), {
      ...question,
      decision: { outcome: 'ask', because: 'it configures the agent itself' },
    });
    expect(result).toEqual({ outcome: 'reject', feedback: undefined });
  });

  test.each([
    ['once', chose('once'), { outcome: 'once' }],
    ['always', chose('always'), { outcome: 'always' }],
    ['reject', chose('reject'), { outcome: 'reject', feedback: undefined }],
    ['an option that was not offered', chose('yes-to-all'), { outcome: 'reject', feedback: undefined }],
    ['cancelled', { outcome: { outcome: 'cancelled' } }, { outcome: 'cancelled' }],
    ['nonsense', { outcome: 'allow' }, { outcome: 'reject' }],
    ['nothing', null, { outcome: 'reject' }],
  ])('takes %s for what it is', async (_, answer, expected) => {
    expect((await ask(answer)).result).toEqual(expected);
  });

  test('hands on what the person wants instead', async () => {
    const answer = { ...chose('reject'), _meta: { vak: { feedback: 'use --dry-run' } } };
    expect((await ask(answer)).result).toEqual({ outcome: 'reject', feedback: 'use --dry-run' });
  });

  test('a client that fails has not agreed', async () => {
    const { client } = fakeClient(() => Promise.reject(new Error('gone')));
    expect(await askPermission(client, question, {}, never)).toEqual({ outcome: 'reject' });
  });

  test('a turn that is called off is not asked about', async () => {
    const { client, calls } = fakeClient(() => chose('once'));
    expect(await askPermission(client, question, {}, AbortSignal.abort())).toEqual({ outcome: 'cancelled' });
    expect(calls).toEqual([]);
  });
});
