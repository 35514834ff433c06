import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { build, stop } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** VS Code's theme variables as a webview sees them, where the project's papers lie beside it. */
const THEMES = [path.join(ROOT, '../shared/spec/ui'), path.join(ROOT, '../../shared/spec/ui')].find(
  (folder) => existsSync(folder),
);
/** Why the page has no theme's colours, or undefined when it has. */
export const themesMissing = THEMES === undefined ? 'no file holds VS Code’s theme variables.' : undefined;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.html': 'text/html; charset=utf-8',
};

export interface BenchServer {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves the built view in a page of its own, under the policy that VS Code gives it, with a host inside the page. */
export async function startBench(): Promise<BenchServer> {
  const built = await build({
    inject: [path.join(ROOT, 'test/support/webview/withoutEval.ts')],
    entryPoints: [path.join(ROOT, 'test/support/webview/benchHost.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  await stop();
  const host = built.outputFiles[0]?.text ?? '';
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://bench');
    const send = (type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      void response.writeHead(200, { 'content-type': type, ...headers }).end(body);
    if (url.pathname === '/')
      return send('text/html; charset=utf-8', page(url), { 'content-security-policy': POLICY });
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (url.pathname === '/page.css')
      return send('text/css', 'html { background: var(--vscode-sideBar-background, Canvas); }');
    if (url.pathname === '/host.js') return send('text/javascript', host);
    const file = url.pathname.startsWith('/theme-')
      ? path.join(THEMES ?? '', path.basename(url.pathname))
      : path.join(ROOT, 'dist', path.basename(url.pathname));
    try {
      send(TYPES[path.extname(file)] ?? 'application/octet-stream', await readFile(file));
    } catch {
      // Nothing is built, or the theme is not there.
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const POLICY =
  "default-src 'none'; script-src 'nonce-bench'; style-src 'self'; img-src 'self' data:; font-src 'self'";
const CLASSES: Readonly<Record<string, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  hc: 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast vscode-high-contrast-light',
};

function page(url: URL): string {
  const theme = url.searchParams.get('theme') ?? 'dark';
  const name = theme in CLASSES ? theme : 'dark';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Vakil</title>
<link rel="stylesheet" href="/theme-${name}.css"><link rel="stylesheet" href="/page.css"><link rel="stylesheet" href="/webview.css">
<script nonce="bench" src="/host.js"></script></head>
<body class="${CLASSES[name]}"><div id="root"></div><script nonce="bench" type="module" src="/webview.js"></script></body></html>`;
}
