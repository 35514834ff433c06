/**
 * What a server may ask of whoever runs it, as ports. An absent port is not declared to the server.
 * Both eras come through here: requests of their own in the stateful one, `input_required` results in
 * 2026-07-28.
 */
export interface ServerRequestPorts {
  /** Answers `roots/list`: absolute paths of folders. */
  readonly roots?: () => readonly string[];
  readonly elicit?: Elicit;
  readonly sample?: CreateMessage;
}

export type ElicitationRequest =
  | {
      readonly kind: 'form';
      readonly server: string;
      readonly message: string;
      /** A flat object schema, as MCP and ACP both write it. */
      readonly requestedSchema: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'url';
      readonly server: string;
      readonly message: string;
      readonly url: string;
      readonly elicitationId: string;
    };

export type ElicitationAnswer =
  | {
      readonly action: 'accept';
      readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
    }
  | { readonly action: 'decline' | 'cancel' };

/** Puts a server's question before the person. Always answers; `cancel` when nobody is there. */
export type Elicit = (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationAnswer>;

export interface SamplingRequest {
  /** The server's id, for the question. */
  readonly server: string;
  readonly systemPrompt?: string;
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
}

export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly (
    | { readonly type: 'text'; readonly text: string }
    | { readonly type: 'image'; readonly mimeType: string; readonly data: string }
  )[];
}

/** Asks a model for a server, after the person agreed to this one call. Rejects when they say no. */
export type CreateMessage = (
  request: SamplingRequest,
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly model: string; readonly stopReason?: string }>;
