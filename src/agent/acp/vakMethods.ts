import type { AgentApp } from '@agentclientprotocol/sdk/unstable';
import type { z } from 'zod';
import { agentMethods } from '../../protocol/vak.ts';
import { answering } from './sessionMethods.ts';

type Methods = typeof agentMethods;
type Key = keyof Methods;
type Params<K extends Key> = z.output<Methods[K]['params']>;
type Response<K extends Key> = z.input<Methods[K]['response']>;
type Handler<K extends Key> = (params: Params<K>, signal: AbortSignal) => Promise<Response<K>>;

/**
 * Who answers each of our own methods; one that is missing does not compile. Undefined: this agent
 * lacks the part, and the client is told that there is no such method.
 */
export type VakHandlers = { readonly [K in Key]: Handler<K> | undefined };

/** Registers our own methods: parameters are parsed by the protocol's schema before a handler sees them. */
export function registerVakMethods(app: AgentApp, handlers: VakHandlers): void {
  for (const key of Object.keys(agentMethods) as Key[]) register(app, key, handlers[key]);
}

function register<K extends Key>(app: AgentApp, key: K, handler: Handler<K> | undefined): void {
  if (handler === undefined) return;
  const { name, params } = agentMethods[key];
  const parse = (raw: unknown) => params.parse(raw ?? {}) as Params<K>;
  app.onRequest(name, parse, ({ params: parsed, signal }) =>
    answering(undefined, () => handler(parsed, signal)),
  );
}
