import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk/unstable';
import { unreachable } from '../../base/errors.ts';
import type { ToolContent } from '../../protocol/transcript.ts';
import type { HookRun, UpdateMeta } from '../../protocol/vak.ts';
import type { TurnEvent, WorkerState } from '../turn/events.ts';
import type { ClientCapabilities } from './clientCapabilities.ts';
import { toBlock, toToolContent } from './content.ts';

/** One `session/update`: of the conversation, or of a worker inside it. */
export interface RoutedUpdate {
  readonly sessionId: string;
  readonly update: SessionUpdate;
}

type ToolEvent = Extract<TurnEvent, { kind: 'tool-call' }>;

/** How often a client without live terminals gets a command's output so far, and how much of its end. */
const OUTPUT_EVERY_MS = 250;
const OUTPUT_KEPT = 16 * 1024;

/** What was told of a call so far. */
interface ToldCall {
  /** The end of the live output, for clients that take it as content. */
  output: string;
  /** Monotonic milliseconds when that was last sent. */
  sentAt: number;
  streamed: boolean;
  /** As last told, for a permission request; the client may not have kept it. */
  shown: CallDescription;
}

/** What a permission request repeats of its call. */
export type CallDescription = Pick<ToolCallUpdate, 'kind' | 'content' | 'locations'>;

/**
 * Turns what happens in one conversation into `session/update`s for one client. The only place that
 * knows how they look. Keeps which calls were announced: a call's first update is its `tool_call`.
 */
export class UpdateEncoder {
  readonly #sessionId: string;
  readonly #client: ClientCapabilities;
  readonly #ticks: () => number;
  readonly #cwd: string;
  readonly #calls = new Map<string, ToldCall>();
  readonly #children = new Map<string, UpdateEncoder>();

  constructor(options: {
    readonly sessionId: string;
    readonly client: ClientCapabilities;
    readonly cwd: string;
    /** Monotonic milliseconds. */
    readonly ticks: () => number;
  }) {
    this.#sessionId = options.sessionId;
    this.#client = options.client;
    this.#cwd = options.cwd;
    this.#ticks = options.ticks;
  }

  /** `replay`: the client was not there when it happened, so the person's own messages are told too. */
  encode(event: TurnEvent, replay = false): readonly RoutedUpdate[] {
    if (event.kind === 'worker') return this.#worker(event.sessionId, event.event);
    return this.#own(event, replay).map((update) => ({ sessionId: this.#sessionId, update }));
  }

  /** What was told of a call, or nothing when it was not announced. */
  describeCall(callId: string, workerId?: string): CallDescription {
    if (workerId !== undefined) return this.#children.get(workerId)?.describeCall(callId) ?? {};
    return this.#calls.get(callId)?.shown ?? {};
  }

  #own(event: Exclude<TurnEvent, { kind: 'worker' }>, replay: boolean): readonly SessionUpdate[] {
    switch (event.kind) {
      case 'user-message':
        return this.#userMessage(event, replay);
      case 'text':
        return [chunk('agent_message_chunk', event.messageId, event.text, event.meta)];
      case 'thought':
        return [chunk('agent_thought_chunk', event.messageId, event.text)];
      case 'tool-call':
        return [this.#toolCall(event)];
      case 'tool-output':
        return this.#toolOutput(event.callId, event.text);
      case 'plan':
        return [{ sessionUpdate: 'plan', entries: [...event.entries] }];
      case 'usage':
        return [{ sessionUpdate: 'usage_update', used: event.used, size: event.size, cost: event.cost }];
      case 'notice':
        return this.#notice(event);
      case 'hook-run':
        return this.#hookRun(event.run, replay);
      case 'compaction':
        return this.#compaction(event);
      default:
        return unreachable(event);
    }
  }

  /**
   * A client shows what its person sent by itself; told again, it would stand there twice. Only our own
   * takes the echo: for the message's id.
   */
  #userMessage(
    { messageId, content, meta }: Extract<TurnEvent, { kind: 'user-message' }>,
    replay: boolean,
  ): readonly SessionUpdate[] {
    if (!replay && this.#client.vak === undefined && meta?.steered !== true) return [];
    return content.map((part) => ({
      sessionUpdate: 'user_message_chunk',
      messageId,
      content: toBlock(part),
      ...ownMeta(meta),
    }));
  }

  #toolCall(event: ToolEvent): SessionUpdate {
    const told = this.#calls.get(event.callId);
    const { callId, name, title, toolKind, status, content, locations, input, meta } = event;
    const body = {
      toolCallId: callId,
      ...(name !== undefined && { name }),
      ...(toolKind !== undefined && { kind: toolKind }),
      ...(status !== undefined && { status }),
      ...(content !== undefined && { content: this.#toolContent(callId, content, told) }),
      ...(locations !== undefined && { locations: locations.map((location) => ({ ...location })) }),
      ...(input !== undefined && { rawInput: input }),
    };
    const isOver = status === 'completed' || status === 'failed';
    if (told === undefined) {
      const shown = isOver ? {} : describe(body);
      this.#calls.set(callId, { output: '', sentAt: 0, streamed: false, shown });
      return { sessionUpdate: 'tool_call', ...body, title: title ?? name ?? 'Tool call', ...ownMeta(meta) };
    }
    told.shown = isOver ? {} : { ...told.shown, ...describe(body) };
    const exit =
      told.streamed && isOver
        ? { terminal_exit: { terminal_id: callId, exit_code: null, signal: null } }
        : {};
    return {
      sessionUpdate: 'tool_call_update',
      ...body,
      ...(title !== undefined && { title }),
      ...ownMeta(meta, exit),
    };
  }

  /** A terminal shows the output already: its text is not told a second time. */
  #toolContent(callId: string, content: readonly ToolContent[], told: ToldCall | undefined) {
    if (!told?.streamed) return content.map(toToolContent);
    const rest = content.filter((part) => part.type !== 'text').map(toToolContent);
    return [{ type: 'terminal' as const, terminalId: callId }, ...rest];
  }

  #toolOutput(callId: string, text: string): readonly SessionUpdate[] {
    const told = this.#calls.get(callId);
    if (told === undefined) return [];
    if (this.#client.terminalOutput) {
      const first = !told.streamed;
      told.streamed = true;
      const output = { terminal_output: { terminal_id: callId, data: text } };
      const info = first ? { terminal_info: { terminal_id: callId, cwd: this.#cwd } } : {};
      const content = first ? { content: [{ type: 'terminal' as const, terminalId: callId }] } : {};
      return [
        { sessionUpdate: 'tool_call_update', toolCallId: callId, ...content, _meta: { ...info, ...output } },
      ];
    }
    told.output = (told.output + text).slice(-OUTPUT_KEPT);
    const now = this.#ticks();
    if (now - told.sentAt < OUTPUT_EVERY_MS) return [];
    told.sentAt = now;
    const content = [toToolContent({ type: 'text', text: told.output })];
    return [{ sessionUpdate: 'tool_call_update', toolCallId: callId, content }];
  }

  /** A client without notices reads warnings and errors as a message of the agent's. */
  #notice({
    severity,
    title,
    description,
  }: Extract<TurnEvent, { kind: 'notice' }>): readonly SessionUpdate[] {
    if (this.#client.notices) return [{ sessionUpdate: 'notice', severity, title, description }];
    if (severity === 'info') return [];
    const text = description === undefined ? `*${title}*\n\n` : `*${title}*\n\n${description}\n\n`;
    return [chunk('agent_message_chunk', undefined, text, { notice: severity })];
  }

  /** Another client has no place for hooks: what it hears is that one did not do its work. */
  #hookRun(run: HookRun, replay: boolean): readonly SessionUpdate[] {
    if (this.#client.vak !== undefined)
      return [{ sessionUpdate: 'session_info_update', _meta: { vak: { hookRuns: [run] } } }];
    const { verdict, hook, reason } = run;
    if (replay || (verdict !== 'untrusted' && verdict !== 'failed')) return [];
    const title = `The hook ${hook} ${verdict === 'failed' ? 'failed' : 'did not run'}`;
    return this.#notice({
      kind: 'notice',
      severity: 'warning',
      title,
      ...(reason && { description: reason }),
    });
  }

  #compaction({
    compactionId,
    status,
    summary,
    error,
  }: Extract<TurnEvent, { kind: 'compaction' }>): readonly SessionUpdate[] {
    if (!this.#client.compaction) return [];
    const blocks = summary === undefined ? undefined : [{ type: 'text' as const, text: summary }];
    return [{ sessionUpdate: 'compaction_update', compactionId, status, summary: blocks, error }];
  }

  /** With subagents a worker's talk is a session of its own; else its card says what it does. */
  #worker(childId: string, event: TurnEvent | WorkerState): readonly RoutedUpdate[] {
    if (event.kind === 'worker-state') return this.#workerState(childId, event);
    if (!this.#client.subagents) return [];
    const known = this.#children.get(childId);
    const child =
      known ??
      new UpdateEncoder({
        sessionId: childId,
        client: this.#client,
        cwd: this.#cwd,
        ticks: this.#ticks,
      });
    this.#children.set(childId, child);
    return child.encode(event, true);
  }

  #workerState(childId: string, event: WorkerState): readonly RoutedUpdate[] {
    const worker = { sessionId: childId, state: event.state, now: event.now };
    const card: RoutedUpdate = {
      sessionId: this.#sessionId,
      update: { sessionUpdate: 'tool_call_update', toolCallId: event.callId, ...ownMeta({ worker }) },
    };
    if (!this.#client.subagents) return [card];
    const state =
      event.state === 'idle'
        ? { state: 'idle' as const, stopReason: event.stopReason ?? 'end_turn' }
        : { state: event.state === 'waiting' ? ('requires_action' as const) : ('running' as const) };
    const update: SessionUpdate = {
      sessionUpdate: 'subagent_update',
      sessionId: childId,
      title: event.title,
      capabilities: { cancel: {} },
      state,
    };
    return [{ sessionId: this.#sessionId, update }, card];
  }
}

function describe({ kind, content, locations }: CallDescription): CallDescription {
  return {
    ...(kind && { kind }),
    ...(content && { content }),
    ...(locations && { locations }),
  };
}

function chunk(
  sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk',
  messageId: string | undefined,
  text: string,
  meta?: UpdateMeta,
): SessionUpdate {
  return { sessionUpdate, messageId, content: { type: 'text', text }, ...ownMeta(meta) };
}

/** Our own keys below `_meta.vak`, with those of other conventions beside them; nothing when there are none. */
function ownMeta(
  meta: UpdateMeta | undefined,
  beside: Record<string, unknown> = {},
): { _meta?: Record<string, unknown> } {
  const all = meta === undefined ? beside : { ...beside, vak: meta };
  return Object.keys(all).length === 0 ? {} : { _meta: all };
}
