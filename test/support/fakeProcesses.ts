import type { Child, Exit, Processes, SpawnSpec } from '../../src/agent/host/host.ts';
import { deferred } from '../../src/base/abort.ts';
import { Emitter } from '../../src/base/event.ts';

/** What a process of a test does once its input has ended. `hang`: it runs until it is killed. */
export interface FakeRun {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exit: Exit | number | 'hang';
}

/** Processes that only pretend: they answer as `run` says and keep what they were given. */
export class FakeProcesses implements Processes {
  readonly started: (SpawnSpec & { stdin: 'none' | 'pipe'; input: string })[] = [];
  readonly #run: (spec: SpawnSpec, input: string) => FakeRun;
  /** Told of each process that hangs. */
  onHang: (() => void) | undefined;

  constructor(run: (spec: SpawnSpec, input: string) => FakeRun) {
    this.#run = run;
  }

  which(program: string): Promise<string | undefined> {
    return Promise.resolve(`/usr/bin/${program}`);
  }

  spawn(spec: SpawnSpec): Child {
    const stdout = new Emitter<Uint8Array>();
    const stderr = new Emitter<Uint8Array>();
    const exited = deferred<Exit>();
    let input = '';
    const go = () => {
      this.started.push({ ...spec, stdin: spec.stdin ?? 'none', input });
      const run = this.#run(spec, input);
      if (run.stdout) stdout.fire(new TextEncoder().encode(run.stdout));
      if (run.stderr) stderr.fire(new TextEncoder().encode(run.stderr));
      if (run.exit === 'hang') this.onHang?.();
      else exited.resolve(typeof run.exit === 'number' ? { code: run.exit, signal: null } : run.exit);
    };
    if (spec.stdin !== 'pipe') queueMicrotask(go);
    return {
      pid: 1,
      onStdout: stdout.event,
      onStderr: stderr.event,
      exited: exited.promise,
      drained: () => Promise.resolve(),
      write: async (bytes) => {
        input += typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
      },
      endInput: go,
      pause: () => undefined,
      resume: () => undefined,
      kill: async () => exited.resolve({ code: null, signal: 'SIGTERM' }),
    };
  }
}
