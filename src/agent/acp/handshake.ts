import type { InitializeResponse } from '@agentclientprotocol/sdk/unstable';
import { isRecord } from '../../base/json.ts';
import { VERSION } from '../version.ts';

/** The one version of the protocol that is spoken here. */
const PROTOCOL_VERSION = 1;
/** Versions travel as 16-bit numbers. */
const MAX_VERSION = 0xffff;

/** What this agent can do; the same for every client. Our own keys stand under `_meta`. */
const answer: InitializeResponse = {
  protocolVersion: PROTOCOL_VERSION,
  agentInfo: { name: 'vakil', title: 'Vakil', version: VERSION },
  authMethods: [],
  agentCapabilities: {
    loadSession: true,
    promptCapabilities: { image: true, audio: false, embeddedContext: true },
    mcpCapabilities: { http: true, sse: true, acp: true },
    sessionCapabilities: {
      list: {},
      delete: {},
      additionalDirectories: {},
      resume: {},
      close: {},
      fork: {},
      title: {},
    },
    _meta: { claudeCode: { promptQueueing: true }, vak: { promptQueueing: true } },
  },
  _meta: { steering: { supported: true } },
};

/**
 * The answer to `initialize`, or what is wrong with the question. Whatever version a client offers,
 * it is told the one that is spoken here; it goes away if it can't speak that.
 */
export function answerInitialize(
  params: unknown,
): { readonly result: InitializeResponse } | { readonly wrong: string } {
  const version = isRecord(params) ? params['protocolVersion'] : undefined;
  if (!Number.isInteger(version) || Number(version) < 0 || Number(version) > MAX_VERSION)
    return { wrong: `protocolVersion must be a whole number from 0 to ${MAX_VERSION}` };
  return { result: answer };
}
