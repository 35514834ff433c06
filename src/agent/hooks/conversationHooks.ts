import type { Log } from '../../base/log.ts';
import type { Host } from '../host/host.ts';
import type { Catalogue } from '../inventory/catalogue.ts';
import { createHooks } from './createHooks.ts';
import type { Hooks } from './hooks.ts';
import { HookTrace, type TracedRun, traced } from './hookTrace.ts';
import { createMatchRule } from './matchRule.ts';

export interface ConversationHooksOptions {
  /** Vakil's machine, which is the executor too. */
  readonly host: Host;
  readonly log: Log;
  /** Takes out of a line what must not be written. */
  readonly redact: (line: string) => string;
  /** File of the trace, beside the session's. */
  readonly tracePath: string;
}

/** The hooks of one conversation: those of whatever catalogue a turn begins with, and their trace. */
export class ConversationHooks {
  readonly #host: Host;
  readonly #trace: HookTrace;
  readonly #made = new WeakMap<Catalogue, Hooks>();

  constructor({ host, log, redact, tracePath }: ConversationHooksOptions) {
    this.#host = host;
    this.#trace = new HookTrace({ files: host.files, clock: host.clock, log, redact, path: tracePath });
  }

  /** The engine for a catalogue; a running turn keeps the one it began with. */
  of(catalogue: Catalogue): Hooks {
    const known = this.#made.get(catalogue);
    if (known) return known;
    const hooks = createHooks({
      definitions: catalogue.hooks,
      untrusted: untrustedHooks(catalogue),
      home: this.#host,
      executor: this.#host,
      matchRule: createMatchRule(this.#host.environment.home),
    });
    const made = traced(hooks, this.#trace);
    this.#made.set(catalogue, made);
    return made;
  }

  /** Every run so far, oldest first. */
  runs(): Promise<readonly TracedRun[]> {
    return this.#trace.read();
  }

  /** Resolves when the trace is written. */
  close(): Promise<void> {
    return this.#trace.close();
  }
}

/** A hook's name holds its event: `<file>#<Event>[i]`. A guard that changed stands among the hooks, which tell of it. */
function untrustedHooks({ items, hooks }: Catalogue): { name: string; event: string; reason: string }[] {
  return items.flatMap(({ kind, state, name, reason, origin }) => {
    const event = /#(\w+)\[\d+\]$/.exec(name)?.[1];
    if (kind !== 'hook' || state !== 'untrusted' || event === undefined) return [];
    if (hooks.some((hook) => hook.name === name && hook.origin.path === origin.path)) return [];
    return [{ name, event, reason: reason ?? 'it is not trusted yet' }];
  });
}
