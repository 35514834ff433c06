import type { Writable } from 'node:stream';

/** What waits at most before it is written at once, in UTF-16 units. */
const MAX_WAITING = 256 * 1024;

/**
 * Writes lines to a stream, those of one turn of the event loop together: a system call for each chunk of
 * a fast model would cost more than everything else that is done for it. The promise resolves when
 * the reader can take more.
 */
export function lineWriter(out: Writable): (line: string) => Promise<void> {
  let waiting: string[] = [];
  let length = 0;
  const flush = () => {
    const text = waiting.join('');
    waiting = [];
    length = 0;
    return text === '' || out.write(text);
  };
  return (line) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(line);
    length += line.length;
    if (length < MAX_WAITING || flush()) return Promise.resolve();
    return new Promise((resolve) => out.once('drain', resolve));
  };
}
