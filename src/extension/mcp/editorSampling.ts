import { window } from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import type { CreateMessage, SamplingMessage } from '../../mcp/serverRequests.ts';
import { editorChat, editorModels } from '../models/editorModels.ts';

/** Lines of a server's question that the person sees before they allow it. */
const SHOWN = 800;

/** Answers a forwarded server's `sampling/createMessage` with the editor's model; each call is asked for first (M13). */
export const editorSampling: CreateMessage = async (request, signal) => {
  const [model] = await editorModels();
  if (!model) throw new ExpectedError('declined', 'The editor has no language model for a server to ask.');
  const question = request.messages.map(({ content }) => content.map(partText).join('\n')).join('\n\n');
  const choice = await window.showInformationMessage(
    `The MCP server "${request.server}" wants to ask ${model.name}.`,
    { modal: true, detail: question.slice(0, SHOWN) },
    'Allow once',
  );
  if (choice !== 'Allow once') throw new ExpectedError('declined', 'The person did not allow this request.');
  let text = '';
  const messages = request.messages.map(({ role, content }) => ({ role, content: [...content] }));
  const system = request.systemPrompt
    ? [{ role: 'user' as const, content: [{ type: 'text' as const, text: request.systemPrompt }] }]
    : [];
  const result = await editorChat(
    { streamId: '', model: model.id, messages: [...system, ...messages], tools: [] },
    (chunk) => {
      if (chunk.type === 'text') text += chunk.text;
    },
    signal,
  );
  if (result.error) throw new ExpectedError('declined', result.error.message);
  return { text, model: model.name };
};

function partText(part: SamplingMessage['content'][number]): string {
  return part.type === 'text' ? part.text : `[${part.mimeType}]`;
}
