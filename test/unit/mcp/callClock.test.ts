import { expect, test } from 'vitest';
import { deferred } from '../../../src/base/abort.ts';
import { CallClock } from '../../../src/mcp/callClock.ts';
import { ManualClock } from '../../support/manualClock.ts';

test('a limit expires after its time', () => {
  const time = new ManualClock();
  let expired = 0;
  new CallClock(time).limit(1_000, () => expired++);
  time.advance(999);
  expect(expired).toBe(0);
  time.advance(1);
  expect(expired).toBe(1);
});

test('a limit stands still while a person is asked, also one that begins meanwhile', async () => {
  const time = new ManualClock();
  const clock = new CallClock(time);
  const expired: string[] = [];
  clock.limit(1_000, () => expired.push('before'));
  time.advance(600);
  const answer = deferred<void>();
  const asking = clock.whileAsking(() => answer.promise);
  clock.limit(1_000, () => expired.push('meanwhile'));
  time.advance(60_000);
  expect(expired).toEqual([]);
  answer.resolve();
  await asking;
  time.advance(400);
  expect(expired).toEqual(['before']);
  time.advance(600);
  expect(expired).toEqual(['before', 'meanwhile']);
});

test('a limit that is over leaves no timer', () => {
  const time = new ManualClock();
  new CallClock(time).limit(1_000, () => undefined).dispose();
  expect(time.pending).toBe(0);
});
