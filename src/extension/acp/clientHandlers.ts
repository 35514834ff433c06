import { type ClientApp, methods, RequestError } from '@agentclientprotocol/sdk/unstable';
import type * as z from 'zod';
import type { UnknownRecord } from '../../base/json.ts';
import type { ElicitationView } from '../../protocol/chat.ts';
import { clientMethods, notifications } from '../../protocol/vak.ts';
import { readFields } from './elicitation.ts';
import type { OpenRequests } from './openRequests.ts';
import { readToolUpdate, type ToolUpdate } from './updates.ts';
import { fileMissing, toWire } from './wireErrors.ts';

export interface PermissionQuestion {
  readonly sessionId: string;
  readonly tool: ToolUpdate;
  readonly options: readonly { readonly optionId: string; readonly name: string; readonly kind: string }[];
}

export interface ElicitationQuestion {
  /** Undefined while there is no conversation yet, as during a sign-in. */
  readonly sessionId: string | undefined;
  readonly message: string;
  readonly fields: ElicitationView['fields'];
  readonly url?: string;
  readonly elicitationId?: string;
}

export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content: Record<string, string | number | boolean | string[]> }
  | { readonly action: 'decline' | 'cancel' };

export interface PermissionAnswer {
  readonly optionId: string;
  /** The person's words about a refusal, for the model. */
  readonly feedback?: string;
}

type ClientMethods = typeof clientMethods;
/** Our own methods that the agent calls here. */
export type VakHandlers = {
  readonly [K in keyof ClientMethods]: (
    params: z.output<ClientMethods[K]['params']>,
    signal: AbortSignal,
  ) => Promise<z.input<ClientMethods[K]['response']>>;
};

export interface ClientHandlers {
  /** Undefined: nobody answers, the request counts as cancelled. */
  permission(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer | undefined>;
  elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationAnswer>;
  /** The address of an elicitation has been dealt with outside. */
  elicitationDone(elicitationId: string): void;
  /** Undefined when there is no such file. */
  readFile(path: string): Promise<string | undefined>;
  /** What an agent gets for a file that is missing: its text, or undefined for an error. */
  missingFile(): string | undefined;
  writeFile(path: string, content: string): Promise<void>;
  readonly vak: VakHandlers;
  changed(what: 'inventory' | 'models'): void;
  mcpChanged(sessionId: string): void;
  progress(token: string, message: string): void;
}

/** Registers everything an agent may ask of the editor. Terminals are not offered. */
export function registerHandlers(app: ClientApp, handlers: ClientHandlers, open: OpenRequests): void {
  registerQuestions(app, handlers, open);
  registerFiles(app, handlers);
  for (const key of Object.keys(clientMethods) as (keyof ClientMethods)[])
    registerVak(app, key, handlers.vak);
  app.onNotification(notifications.inventoryChanged.name, notifications.inventoryChanged.params, () =>
    handlers.changed('inventory'),
  );
  app.onNotification(notifications.modelsChanged.name, notifications.modelsChanged.params, () =>
    handlers.changed('models'),
  );
  app.onNotification(notifications.mcpChanged.name, notifications.mcpChanged.params, ({ params }) =>
    handlers.mcpChanged(params.sessionId),
  );
  app.onNotification(notifications.progress.name, notifications.progress.params, ({ params }) =>
    handlers.progress(params.token, params.message),
  );
}

function registerQuestions(app: ClientApp, handlers: ClientHandlers, open: OpenRequests): void {
  app.onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
    const tool = readToolUpdate(params.toolCall as unknown as UnknownRecord);
    if (!tool) throw RequestError.invalidParams(undefined, 'toolCall.toolCallId is missing');
    const question = { sessionId: params.sessionId, tool, options: params.options };
    const answer = await open.settle(params.sessionId, signal, undefined, (s) =>
      handlers.permission(question, s),
    );
    if (!answer) return { outcome: { outcome: 'cancelled' } };
    const _meta = answer.feedback ? { vak: { feedback: answer.feedback } } : undefined;
    return { outcome: { outcome: 'selected', optionId: answer.optionId }, _meta };
  });
  app.onRequest(methods.client.elicitation.create, async ({ params, signal }) => {
    const body = params as unknown as UnknownRecord;
    const sessionId = typeof body.sessionId === 'string' ? body.sessionId : undefined;
    const question = readQuestion(sessionId, body);
    return open.settle<ElicitationAnswer>(sessionId ?? '', signal, { action: 'cancel' }, (s) =>
      handlers.elicit(question, s),
    );
  });
  app.onNotification(methods.client.elicitation.complete, ({ params }) =>
    handlers.elicitationDone(params.elicitationId),
  );
}

function readQuestion(sessionId: string | undefined, body: UnknownRecord): ElicitationQuestion {
  const message = typeof body.message === 'string' ? body.message : '';
  if (body.mode !== 'url') return { sessionId, message, fields: readFields(body.requestedSchema) };
  const url = String(body.url);
  if (!/^https?:\/\//i.test(url))
    throw RequestError.invalidParams(undefined, 'only http and https addresses can be opened');
  return { sessionId, message, fields: [], url, elicitationId: String(body.elicitationId) };
}

function registerFiles(app: ClientApp, handlers: ClientHandlers): void {
  app.onRequest(methods.client.fs.readTextFile, async ({ params }) => {
    const text = await handlers.readFile(params.path).catch((error) => Promise.reject(toWire(error)));
    const content = text ?? handlers.missingFile();
    if (content === undefined) throw fileMissing(params.path);
    return { content: slice(content, params.line ?? undefined, params.limit ?? undefined) };
  });
  app.onRequest(methods.client.fs.writeTextFile, async ({ params }) => {
    await handlers.writeFile(params.path, params.content).catch((error) => Promise.reject(toWire(error)));
    return {};
  });
}

/** Lines from the 1-based `line` on, `limit` at most. Nothing there is an empty text, not an error. */
export function slice(text: string, line?: number, limit?: number): string {
  if (line === undefined && limit === undefined) return text;
  const start = Math.max(0, (line ?? 1) - 1);
  const lines = text.split(/(?<=\n)/);
  return lines.slice(start, limit === undefined ? undefined : start + limit).join('');
}

function registerVak<K extends keyof ClientMethods>(app: ClientApp, key: K, vak: VakHandlers): void {
  const method = clientMethods[key];
  const schema = method.params as unknown as z.ZodType<z.output<ClientMethods[K]['params']>>;
  app.onRequest(method.name, schema, ({ params, signal }) =>
    vak[key](params, signal).catch((error) => Promise.reject(toWire(error))),
  );
}
