import { describe, expect, it } from 'vitest';
import {
  createEditorModel,
  type EditorFailure,
  type EditorModelPort,
  type EditorRequest,
} from '../../../../src/agent/model/editorModel.ts';
import type { ModelEvent, ModelRequest } from '../../../../src/agent/model/model.ts';
import { streamModel } from '../../../../src/agent/model/streamModel.ts';
import type { EditorChunk } from '../../../../src/protocol/vak.ts';
import { ManualClock } from '../../../support/manualClock.ts';

const gpt = {
  id: 'copilot/gpt',
  name: 'GPT',
  vendor: 'copilot',
  family: 'gpt',
  maxInputTokens: 64_000,
  images: true,
  tools: true,
};

const request: ModelRequest = {
  prompt: [
    { role: 'system', content: 'You are Vakil.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'Reading.' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: { path: 'a' } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'read_file',
          output: { type: 'text', value: 'A' },
        },
      ],
    },
  ],
  tools: [{ name: 'read_file', description: 'Reads.', inputSchema: { type: 'object' } }],
};

function editor(chunks: readonly EditorChunk[], failure?: EditorFailure, hang = false) {
  const asked: { request?: EditorRequest; signal?: AbortSignal } = {};
  const port: EditorModelPort = {
    editor: 'VS Code',
    list: async () => [gpt],
    chat: async (editorRequest, onChunk, signal) => {
      asked.request = editorRequest;
      asked.signal = signal;
      for (const chunk of chunks) onChunk(chunk);
      if (hang) await new Promise(() => undefined);
      return failure;
    },
  };
  return { port, asked };
}

async function run(port: EditorModelPort, signal = new AbortController().signal) {
  const events: ModelEvent[] = [];
  try {
    const options = { clock: new ManualClock(), signal };
    for await (const event of streamModel(createEditorModel(port, gpt), request, options)) events.push(event);
    return { events };
  } catch (error) {
    return { events, error: error as Error };
  }
}

describe('a model of the editor’s', () => {
  it('streams text and calls', async () => {
    const { port } = editor([
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'tool-call', callId: 'c2', name: 'read_file', input: { path: 'b' } },
    ]);
    expect((await run(port)).events).toEqual([
      { kind: 'text', text: 'Hel' },
      { kind: 'text', text: 'lo' },
      { kind: 'tool-call', callId: 'c2', tool: 'read_file', input: { path: 'b' } },
      { kind: 'finish', reason: 'tool-calls', usage: { input: expect.any(Number), output: 2 } },
    ]);
  });

  it('is told the conversation in the editor’s own terms', async () => {
    const { port, asked } = editor([{ type: 'text', text: 'ok' }]);
    await run(port);
    expect(asked.request).toEqual({
      model: 'copilot/gpt',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'You are Vakil.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image', mimeType: 'image/png', data: 'AAAA' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Reading.' },
            { type: 'tool-call', callId: 'c1', name: 'read_file', input: { path: 'a' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool-result', callId: 'c1', text: 'A' }] },
      ],
      tools: [{ name: 'read_file', description: 'Reads.', inputSchema: { type: 'object' } }],
    });
  });

  it.each([
    ['no-permission', 'refused', 'allow it in the editor'],
    ['not-found', 'no-such-model', 'Choose another model'],
    ['blocked', 'quota', 'no more answers'],
    ['overflow', 'overflow', '/compact'],
    ['other', 'server', 'it broke'],
  ] as const)('says what to do about %s', async (code, expected, hint) => {
    const { error } = await run(editor([], { code, message: 'it broke' }).port);
    expect(error).toMatchObject({ code: expected, message: expect.stringContaining(hint) });
  });

  it('ends in the editor too when cancelled', async () => {
    const cancel = new AbortController();
    const { port, asked } = editor([{ type: 'text', text: 'a' }], undefined, true);
    setImmediate(() => cancel.abort());
    const { error } = await run(port, cancel.signal);
    expect(error?.message).toBe('cancelled');
    expect(asked.signal?.aborted).toBe(true);
  });
});
