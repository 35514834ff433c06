import type { AgentApp, AgentContext } from '@agentclientprotocol/sdk/unstable';
import { randomId } from '../../base/ids.ts';
import { clientMethods, type EditorChunk, type EditorModel, notifications } from '../../protocol/vak.ts';
import type { EditorFailure, EditorModelPort, EditorRequest } from '../model/editorModel.ts';

/** The editor's own models, asked over the connection. */
export class EditorModels implements EditorModelPort {
  readonly editor: string;
  readonly #client: () => AgentContext;
  readonly #streams = new Map<string, (chunk: EditorChunk) => void>();

  constructor(editor: string, client: () => AgentContext) {
    this.editor = editor;
    this.#client = client;
  }

  /** Takes the pieces of answers; those of an answer that nobody waits for are dropped. */
  register(app: AgentApp): void {
    const { name, params } = notifications.editorChunk;
    app.onNotification(name, params, ({ params: { streamId, chunk } }) =>
      this.#streams.get(streamId)?.(chunk),
    );
  }

  async list(signal?: AbortSignal): Promise<readonly EditorModel[]> {
    const { name, response } = clientMethods.editorModels;
    const answer = await this.#client().request(name, {}, { cancellationSignal: signal });
    return response.parse(answer).models;
  }

  async chat(
    request: EditorRequest,
    onChunk: (chunk: EditorChunk) => void,
    signal: AbortSignal,
  ): Promise<EditorFailure | undefined> {
    const { name, response } = clientMethods.editorChat;
    const streamId = randomId();
    this.#streams.set(streamId, onChunk);
    try {
      const answer = await this.#client().request(
        name,
        { streamId, ...request },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
      return response.parse(answer).error;
    } finally {
      this.#streams.delete(streamId);
    }
  }
}
