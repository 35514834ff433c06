import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/programs.mjs';
import type { ChatState } from '../../src/protocol/chat.ts';
import { projectRoot } from '../support/projectRoot.ts';
import { median, type Row } from './row.ts';

const turns = 5_000;
/** How many of the newest items a host puts into its snapshot; the rest is asked for in pages. */
const newest = 200;
const rounds = 5;
const restMs = 3_000;

/**
 * The chat view with a long conversation, in a page of Chromium whose host is a script: time from the
 * page's start until the last message stands there, turns in the document, and work while nothing happens.
 */
export async function measureWebview(): Promise<readonly Row[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const restored = [];
    let mounted = 0;
    let restShare = 0;
    for (let round = 0; round <= rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 420, height: 900 } });
      const took = await restore(page);
      if (round > 0) restored.push(took);
      mounted = Math.max(mounted, await page.locator('[data-testid="message"][data-role="user"]').count());
      if (round === rounds) restShare = await workAtRest(page);
      await page.close();
    }
    return [
      { what: `webview: ${turns} turns restored`, value: median(restored), unit: 'ms', target: 500 },
      { what: 'webview: turns in the document', value: mounted, unit: 'turns', target: 60 },
      { what: 'webview: time at work while at rest', value: restShare * 100, unit: '%', target: 0.5 },
    ];
  } finally {
    await browser.close();
  }
}

/** Opens the page and gives the milliseconds from its start until the newest answer is drawn. */
async function restore(page: Page): Promise<number> {
  await page.route('http://bench.test/**', async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html });
    const contentType = name.endsWith('.css')
      ? 'text/css'
      : name.endsWith('.js')
        ? 'text/javascript'
        : 'font/ttf';
    return route.fulfill({ contentType, body: await readFile(path.join(projectRoot, 'dist', name)) });
  });
  await page.addInitScript(`globalThis.bench = ${JSON.stringify({ turns, newest, state })};`);
  await page.addInitScript({ path: path.join(projectRoot, 'test/bench/scriptedHost.js') });
  await page.goto('http://bench.test/', { waitUntil: 'commit' });
  const last = page.locator('[data-testid="message"]', { hasText: `Answer ${turns}.` });
  await last.waitFor({ timeout: 30_000 });
  return page.evaluate(() => performance.now());
}

/** The share of a few seconds that the page's main thread was busy though nothing happened. */
async function workAtRest(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0;
  };
  // What the restore still had to do is over when two frames came.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const before = await busy();
  await page.waitForTimeout(restMs);
  return ((await busy()) - before) / (restMs / 1000);
}

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<link rel="stylesheet" href="webview.css"><title>Vakil</title></head>
<body class="vscode-dark"><div id="root"></div><script type="module" src="webview.js"></script></body></html>`;

const state: ChatState = {
  conversationId: 'one',
  title: 'A long conversation',
  phase: 'idle',
  cwd: '/home/me/shop',
  folders: [{ path: '/home/me/shop', name: 'shop' }],
  trusted: true,
  agentName: 'Vakil',
  configOptions: [],
  commands: [],
  usage: { used: 1_000, size: 200_000 },
  queue: [],
  canSteer: true,
  permissions: [],
  elicitations: [],
  workers: [],
  changes: [],
  setup: null,
  counts: { servers: 1, skills: 2 },
  toApprove: [],
  draft: '',
};
