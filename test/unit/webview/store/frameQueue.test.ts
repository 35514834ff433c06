import { expect, test } from 'vitest';
import { FrameQueue } from '../../../../src/webview/store/frameQueue.ts';

/** A queue whose frames come when the test says so. */
function testQueue() {
  const frames: (() => void)[] = [];
  const taken: (readonly number[])[] = [];
  const queue = new FrameQueue<number>(
    {
      request(draw) {
        frames.push(draw);
        return () => void frames.splice(frames.indexOf(draw), 1);
      },
    },
    (values) => taken.push(values),
  );
  return { queue, frames, taken };
}

test('hands over all that came in one frame together, and asks for one frame', () => {
  const { queue, frames, taken } = testQueue();
  queue.push(1);
  queue.push(2);
  expect(frames).toHaveLength(1);
  frames[0]?.();
  queue.push(3);
  frames.at(-1)?.();
  expect(taken).toEqual([[1, 2], [3]]);
});

test('schedules nothing at rest', () => {
  const { queue, frames, taken } = testQueue();
  queue.push(1);
  queue.flush();
  queue.flush();
  expect([frames, taken]).toEqual([[], [[1]]]);
});

test('hands over nothing after its end', () => {
  const { queue, frames, taken } = testQueue();
  queue.push(1);
  queue.dispose();
  queue.flush();
  expect([frames, taken]).toEqual([[], []]);
});
