import { describe, expect, test } from 'vitest';
import { PromptQueue } from '../../../../src/agent/session/promptQueue.ts';
import { deferred } from '../../../../src/base/abort.ts';

/** A prompt that ends when the test lets it, or with `stopped` when it is called off. */
function prompt(log: string[], name: string) {
  const end = deferred<string>();
  const run = (signal: AbortSignal) => {
    log.push(name);
    signal.addEventListener('abort', () => end.resolve('stopped'));
    return end.promise;
  };
  return { run, end: () => end.resolve(name), fail: (error: Error) => end.reject(error) };
}

describe('PromptQueue', () => {
  test('runs one after another, in the order they came', async () => {
    const queue = new PromptQueue('never');
    const log: string[] = [];
    const [a, b] = [prompt(log, 'a'), prompt(log, 'b')];
    const answers = [queue.add(a.run), queue.add(b.run)];
    expect({ log, waiting: queue.length, busy: queue.isBusy }).toEqual({
      log: ['a'],
      waiting: 1,
      busy: true,
    });
    a.end();
    b.end();
    expect(await Promise.all(answers)).toEqual(['a', 'b']);
    expect(log).toEqual(['a', 'b']);
  });

  test('a prompt that fails does not stop the next', async () => {
    const queue = new PromptQueue('never');
    const [a, b] = [prompt([], 'a'), prompt([], 'b')];
    const [first, second] = [queue.add(a.run), queue.add(b.run)];
    a.fail(new Error('broken'));
    b.end();
    await expect(first).rejects.toThrow('broken');
    expect(await second).toBe('b');
  });

  test('calling all off ends the running one and never starts the others', async () => {
    const queue = new PromptQueue('never');
    const log: string[] = [];
    const answers = ['a', 'b', 'c'].map((name) => queue.add(prompt(log, name).run));
    queue.cancelAll();
    expect(await Promise.all(answers)).toEqual(['stopped', 'never', 'never']);
    expect(log).toEqual(['a']);
  });

  test('a signal calls off its own prompt alone', async () => {
    const queue = new PromptQueue('never');
    const log: string[] = [];
    const stop = [new AbortController(), new AbortController()];
    const third = prompt(log, 'c');
    const answers = [
      queue.add(prompt(log, 'a').run, stop[0]?.signal),
      queue.add(prompt(log, 'b').run, stop[1]?.signal),
      queue.add(third.run),
    ];
    stop[1]?.abort();
    expect(await answers[1]).toBe('never');
    stop[0]?.abort();
    third.end();
    expect(await Promise.all(answers)).toEqual(['stopped', 'never', 'c']);
    expect(log).toEqual(['a', 'c']);
  });

  test('a prompt that was called off before it came never starts', async () => {
    const log: string[] = [];
    expect(await new PromptQueue('never').add(prompt(log, 'a').run, AbortSignal.abort())).toBe('never');
    expect(log).toEqual([]);
  });

  test('is idle when nothing runs and nothing waits', async () => {
    const queue = new PromptQueue('never');
    await queue.idle();
    const [a, b] = [prompt([], 'a'), prompt([], 'b')];
    const answers = [queue.add(a.run), queue.add(b.run)];
    let idle = false;
    const waited = queue.idle().then(() => {
      idle = true;
    });
    a.end();
    await answers[0];
    expect(idle).toBe(false);
    b.end();
    await waited;
    expect(queue.isBusy).toBe(false);
  });
});
