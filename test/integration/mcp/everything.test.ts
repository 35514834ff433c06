import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OwnedChild } from '../../../src/node/child.ts';
import { ownEnvironment } from '../../../src/node/shellEnvironment.ts';
import { runTool, type TestPool, testPool, userServer } from '../../support/mcp/servers.ts';
import { projectRoot } from '../../support/projectRoot.ts';

const program = path.join(projectRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const filesystem = path.join(
  projectRoot,
  'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
);
const shim = path.join(projectRoot, 'test/fixtures/mcp/loopbackOnly.cjs');

/** Starts the server over a network transport, on this machine only; gives its port. */
async function startServer(transport: string): Promise<number> {
  const child = new OwnedChild({
    command: process.execPath,
    args: ['--require', shim, program, transport],
    cwd: projectRoot,
    env: { ...ownEnvironment(), PORT: '0' },
  });
  onTestFinished(() => child.kill());
  return new Promise((resolve, reject) => {
    let said = '';
    child.onStderr((bytes) => {
      said += new TextDecoder().decode(bytes);
      const port = /listening on (\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    });
    void child.exited.then(() => reject(new Error(`the server ended: ${said}`)));
  });
}

const overStdio = async () =>
  testPool({ servers: [userServer('every', { command: process.execPath, args: [program, 'stdio'] })] });
const overHttp = async () => {
  const url = `http://127.0.0.1:${await startServer('streamableHttp')}/mcp`;
  return testPool({ servers: [userServer('every', { url })] });
};
const overSse = (typeAssumed: boolean) => async () => {
  const url = `http://127.0.0.1:${await startServer('sse')}/sse`;
  const type = typeAssumed ? 'http' : 'sse';
  return testPool({ servers: [userServer('every', { url, type, typeAssumed })] });
};

describe.each([
  ['stdio', 'stdio', overStdio],
  ['streamable HTTP', 'http', overHttp],
  ['SSE', 'sse', overSse(false)],
  ['SSE without a type', 'sse', overSse(true)],
] as const)('the reference server over %s', (_what, transport, open: () => Promise<TestPool>) => {
  test('is listed, called, shows progress and images, and has prompts and resources', async () => {
    const { pool, turn, call } = await open();
    const titles: unknown[] = [];
    const prepared = await turn();
    expect(pool.status()[0]).toMatchObject({ state: 'ready', transport });
    expect(await call('mcp__every__echo', { message: 'tea' })).toEqual({ text: 'Echo: tea' });
    const long = await prepared.find(
      'mcp__every__trigger-long-running-operation',
      AbortSignal.timeout(5_000),
    );
    const present = ({ title }: { title?: string }) => titles.push(title);
    if (long) await runTool(long, { duration: 0.3, steps: 3 }, { present });
    // Over SSE the last one may come in one piece with the result, which the SDK takes first.
    expect(titles.slice(0, 2)).toEqual([33, 67].map((share) => expect.stringContaining(`(${share} %)`)));
    expect((await call('mcp__every__get-tiny-image')).media?.[0]?.mimeType).toBe('image/png');
    expect(pool.prompts().map(({ name }) => name)).toContain('mcp:every:simple-prompt');
    const [resource] = await pool.resources('', AbortSignal.timeout(5_000));
    const content = await pool.readResource(resource?.uri ?? '', AbortSignal.timeout(5_000));
    expect((content?.text ?? content?.blob ?? '').length).toBeGreaterThan(0);
  });
});

test('the file server works in the folder that it is given and nowhere else', async () => {
  const pool = testPool({ servers: [] });
  const definition = userServer('files', { command: process.execPath, args: [filesystem, pool.cwd] });
  const { DEFAULT_CONFIG } = await import('../../../src/agent/config/config.ts');
  pool.pool.setCatalogue({ cwd: pool.cwd, config: DEFAULT_CONFIG, servers: [definition], items: [] });
  const file = path.join(pool.cwd, 'note.txt');
  await pool.call('mcp__files__write_file', { path: file, content: 'tea' });
  expect((await pool.call('mcp__files__read_text_file', { path: file })).text).toBe('tea');
  expect((await pool.call('mcp__files__read_text_file', { path: '/etc/hostname' })).isError).toBe(true);
});
