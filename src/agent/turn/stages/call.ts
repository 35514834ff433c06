import type { DecidedPlaces } from '../../host/decidedFiles.ts';
import type { Claims, Tool, ToolResult } from '../../tools/tool.ts';

/** A call as the model asked for it. */
export interface AskedCall {
  readonly kind: 'asked';
  readonly callId: string;
  /** Vakil's own name where the model used an alias. */
  readonly tool: string;
  readonly input: unknown;
  /** The text that was no JSON. */
  readonly raw?: string;
}

/** What the person said yes to: a reason, and the places that the call is about. */
export interface Approved {
  readonly because: string;
  readonly places?: DecidedPlaces;
}

/** A call that can run: its input fits the tool's schema. */
export interface PreparedCall {
  readonly kind: 'prepared';
  readonly callId: string;
  readonly tool: Tool;
  /** What `tool.parse` returned. */
  readonly input: unknown;
  /** The input before parsing, as it is logged when a hook rewrote it. */
  readonly source: unknown;
  readonly rewritten: boolean;
  readonly claims: Claims | undefined;
  /** What it was asked about, when the person said yes: the same question is not put again. */
  readonly approved?: Approved;
  /** Where the paths led that were decided about: the call uses those places or fails. */
  readonly places?: DecidedPlaces;
  /** Context of hooks, for the model, to be put behind the results. */
  readonly context: readonly HookContext[];
}

/** A call that has its result, whether it ran or not. */
export interface SettledCall {
  readonly kind: 'settled';
  readonly callId: string;
  readonly toolName: string;
  readonly result: ToolResult;
  /** Set when it ran: PostToolUse hooks see only those. */
  readonly ran?: PreparedCall;
  readonly context: readonly HookContext[];
  /** A hook ends the turn, with this reason. */
  readonly endTurn?: string;
}

export type Call = AskedCall | PreparedCall | SettledCall;

export interface HookContext {
  readonly event: string;
  readonly text: string;
}

/** Settles a call that does not run. The text begins with the reason (B3). */
export function fail(
  call: AskedCall | PreparedCall,
  text: string,
  more: { readonly endTurn?: string; readonly context?: readonly HookContext[] } = {},
): SettledCall {
  return {
    kind: 'settled',
    callId: call.callId,
    toolName: typeof call.tool === 'string' ? call.tool : call.tool.name,
    result: { text, isError: true },
    context: more.context ?? (call.kind === 'prepared' ? call.context : []),
    ...(more.endTurn === undefined ? {} : { endTurn: more.endTurn }),
  };
}
