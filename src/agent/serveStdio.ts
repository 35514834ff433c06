import module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { FrontDoor } from './acp/frontDoor.ts';
import { placesOf } from './host/node/places.ts';
import { lineWriter } from './lineWriter.ts';

/** How long children get to end by themselves once the client has gone; then they are killed. */
const SHUTDOWN_MS = 600;

/**
 * Serves one client on stdin and stdout until its input ends. Only what answers `initialize` is
 * loaded at once; everything else loads behind that answer, from V8's compile cache when it can.
 */
export function serveStdio(): void {
  keepStdoutForProtocol();
  const door = new FrontDoor(lineWriter(process.stdout));
  let server: Promise<{ dispose(): Promise<void> }> | undefined;
  const load = async (params: unknown) => {
    // Loading keeps the event loop busy: the answer that waits goes out before it.
    await new Promise((resolve) => setImmediate(resolve));
    enableCompileCache();
    const { startServer } = await import('./agentServer.ts');
    return startServer(door, params);
  };
  void door.initialized.then((params) => {
    server = load(params);
    server.catch((error: unknown) => {
      console.error('Vakil could not start:', error);
      process.exit(1);
    });
  });
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(0), SHUTDOWN_MS);
    void (async () => (await server)?.dispose())().finally(() => process.exit(0));
  };
  process.stdin.on('data', (bytes: Buffer) => door.take(bytes));
  process.stdin.on('end', end).on('error', end);
  process.stdout.on('error', end);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  process.on('uncaughtException', (error) => console.error('Unexpected:', error));
  process.on('unhandledRejection', (error) => console.error('Unexpected:', error));
}

/** Everything that prints goes to stderr: one stray line on stdout breaks the protocol. */
function keepStdoutForProtocol(): void {
  console.log = console.info = console.debug = console.error;
}

function enableCompileCache(): void {
  const variables = process.env as Record<string, string>;
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
  const { cacheHome } = placesOf(platform, variables['HOME'] ?? os.homedir(), variables);
  module.enableCompileCache?.(path.join(cacheHome, 'compiled'));
}
