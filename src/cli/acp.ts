import { serveStdio } from '../agent/serveStdio.ts';
import type { Verb } from './verb.ts';

/** Serves an editor; the process ends by itself when the editor's end of the pipe does. */
export const acp: Verb = () => {
  serveStdio();
  return new Promise(() => undefined);
};
