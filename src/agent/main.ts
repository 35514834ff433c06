// `dist/agent.mjs`: what the editor starts, on the editor's own runtime.
import { serveStdio } from './serveStdio.ts';

serveStdio();
