import type { lookup } from 'node:dns';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { NOTHING_WITHHELD } from '../../../../../src/agent/permissions/withheld.ts';
import { createWebFetch } from '../../../../../src/agent/tools/web/webFetch.ts';
import { tempFolder } from '../../../../support/tempFolder.ts';
import { callTool, toolContext } from '../../../../support/toolContext.ts';

/** A server on this machine; gives its port. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return (server.address() as AddressInfo).port;
}

/** A look-up that gives these addresses, one after another, whatever is asked. */
function resolving(...addresses: string[]): { lookup: typeof lookup; asked: string[] } {
  const asked: string[] = [];
  const fake = (host: string, _options: unknown, callback: (error: null, found: object[]) => void) => {
    const address = addresses[Math.min(asked.length, addresses.length - 1)] ?? '';
    asked.push(host);
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
  return { lookup: fake as unknown as typeof lookup, asked };
}

const open = createWebFetch({ allowPrivate: () => true });
const fetch = (url: string, tool = open) => callTool(tool, { url }, toolContext(tempFolder()));

describe('web_fetch', () => {
  test('gives a page as Markdown', async () => {
    const port = await serve((_request, response) => {
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end('<h1>Héllo</h1><p><a href="/a">A</a></p>');
    });
    expect(await fetch(`http://127.0.0.1:${port}/`)).toEqual({
      text: `# Héllo\n\n[A](http://127.0.0.1:${port}/a)`,
      isError: false,
    });
  });

  test.each<[string, Record<string, string>, string | Buffer, string]>([
    ['plain text', { 'content-type': 'text/plain' }, 'a\n<b>', 'a\n<b>'],
    ['JSON', { 'content-type': 'application/json' }, '{"a":1}', '{"a":1}'],
    ['another character set', { 'content-type': 'text/plain; charset=iso-8859-1' }, Buffer.from([0xe9]), 'é'],
    [
      'compressed text',
      { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
      gzipSync('packed'),
      'packed',
    ],
    ['HTML without a type', {}, '<!doctype html><p>x</p>', 'x'],
  ])('gives %s', async (_title, headers, body, text) => {
    const port = await serve((_request, response) => void response.writeHead(200, headers).end(body));
    expect((await fetch(`http://127.0.0.1:${port}/`)).text).toBe(text);
  });

  test('follows redirects within the site', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: '/b' }).end();
      else response.end('there');
    });
    expect((await fetch(`http://127.0.0.1:${port}/`)).text).toBe('there');
  });

  test.each([
    ['another port', (port: number) => `http://127.0.0.1:${port + 1}/b?c`],
    ['another name', () => 'http://example.org/b?c'],
    ['another protocol', (port: number) => `https://127.0.0.1:${port}/b?c`],
  ])('stops at a redirect to %s and names its address', async (_title, targetOf) => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked++;
      response.writeHead(302, { location: targetOf(port) }).end();
    });
    expect(await fetch(`http://127.0.0.1:${port}/`)).toEqual({
      isError: true,
      text: `http://127.0.0.1:${port}/ redirects to ${targetOf(port)}, which is another site. To read it, call web_fetch with that address.`,
    });
    expect(asked).toBe(1);
  });

  test('stops at a redirect within the site that a rule is about', async () => {
    const port = await serve(
      (_request, response) => void response.writeHead(302, { location: '/private/a' }).end(),
    );
    const site = `http://127.0.0.1:${port}`;
    const withheld = { ...NOTHING_WITHHELD, address: (url: string) => url === `${site}/private/a` };
    expect(await callTool(open, { url: `${site}/` }, toolContext(tempFolder(), { withheld }))).toEqual({
      isError: true,
      text: `${site}/ redirects to ${site}/private/a, which a rule is about. To read it, call web_fetch with that address.`,
    });
  });

  test('says when a redirect leads to no address', async () => {
    const port = await serve(
      (_request, response) => void response.writeHead(302, { location: 'http://[' }).end(),
    );
    expect(await fetch(`http://127.0.0.1:${port}/`)).toEqual({
      isError: true,
      text: '"http://[" is no address.',
    });
  });

  test('gives up on a circle of redirects', async () => {
    const port = await serve((_request, response) => void response.writeHead(302, { location: '/' }).end());
    expect(await fetch(`http://127.0.0.1:${port}/`)).toMatchObject({
      isError: true,
      text: expect.stringContaining('redirects more than 5 times'),
    });
  });

  test('says what the server answered', async () => {
    const port = await serve((_request, response) => void response.writeHead(404).end('no such page'));
    expect(await fetch(`http://127.0.0.1:${port}/`)).toEqual({
      text: 'The server answered 404.\n\nno such page',
      isError: true,
    });
  });

  test('refuses what is no text', async () => {
    const port = await serve(
      (_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
    );
    expect((await fetch(`http://127.0.0.1:${port}/`)).text).toContain(
      'is image/png (1 bytes), which is no text.',
    );
  });

  test('cuts an endless page, a compressed one too', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(30 * 1024 * 1024, 'x\n')));
    });
    const { text } = await fetch(`http://127.0.0.1:${port}/`);
    expect(text.endsWith('[the page is longer; the rest is left out]')).toBe(true);
    expect(text.length).toBeLessThan(6 * 1024 * 1024);
  });

  test('stops when the person does', async () => {
    const controller = new AbortController();
    const port = await serve(() => controller.abort());
    const context = toolContext(tempFolder(), { signal: controller.signal });
    await expect(callTool(open, { url: `http://127.0.0.1:${port}/` }, context)).rejects.toThrow();
  });

  test.each([
    ['file:///etc/passwd', 'Only http and https'],
    ['ftp://example.org/', 'Only http and https'],
    ['nonsense', 'is no address'],
    ['http://user:pass@example.org/', 'user name or password'],
  ])('refuses %s', async (url, message) => {
    expect(await fetch(url)).toMatchObject({ isError: true, text: expect.stringContaining(message) });
  });
});

describe('a private address is not fetched', () => {
  const guarded = (fake = resolving('93.184.216.34')) =>
    createWebFetch({ allowPrivate: () => false, lookup: fake.lookup });

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://192.168.0.1:8080/',
  ])('when it is named: %s', async (url) => {
    expect(await fetch(url, guarded())).toMatchObject({
      isError: true,
      text: expect.stringContaining('private network'),
    });
  });

  test('when a name leads to it', async () => {
    const fake = resolving('10.0.0.7');
    expect(await fetch('http://intranet.example/', guarded(fake))).toMatchObject({
      isError: true,
      text: expect.stringContaining('intranet.example is an address of this machine or a private network'),
    });
  });

  test('when a redirect leads to it', async () => {
    const port = await serve(
      (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    const fake = resolving('127.0.0.1');
    let first = true;
    const tool = createWebFetch({ allowPrivate: () => first, lookup: fake.lookup });
    const fetching = fetch(`http://public.example:${port}/`, { ...tool, execute: tool.execute });
    first = false;
    expect(await fetching).toMatchObject({ isError: true });
  });

  test('when a name changes its address between two looks: the address is checked as the connection is made', async () => {
    const fake = resolving('127.0.0.1', '93.184.216.34');
    expect(await fetch('http://rebind.example/', guarded(fake))).toMatchObject({ isError: true });
    expect(fake.asked).toEqual(['rebind.example']);
  });
});
