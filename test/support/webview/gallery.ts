import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { startBench } from './benchServer.ts';

/**
 * Takes pictures of the built view: `node test/support/webview/gallery.ts FOLDER [SCENE…]`. Needs
 * Chromium (`CHROMIUM`, default /usr/bin/chromium) and a build in dist/.
 */
const [folder = 'gallery', ...wanted] = process.argv.slice(2);
const only = (process.env['THEMES'] ?? 'dark,light,hc,hc-light').split(',');
const widths = (process.env['WIDTHS'] ?? '260,420,700').split(',').map(Number);
const bench = await startBench();
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-dev-shm-usage',
  ],
});
await mkdir(folder, { recursive: true });

type Act = (page: Awaited<ReturnType<typeof browser.newPage>>) => Promise<unknown>;
const acts: Readonly<Record<string, { scene: string; act?: Act }>> = {
  working: { scene: 'working' },
  rich: { scene: 'rich' },
  setup: { scene: 'setup' },
  empty: { scene: 'empty' },
  form: { scene: 'form' },
  worker: { scene: 'worker' },
  menu: { scene: 'setup', act: (page) => page.getByTestId('composer').fill('/re') },
  mention: { scene: 'rich', act: (page) => page.getByTestId('composer').fill('see @') },
  model: { scene: 'rich', act: (page) => page.getByTestId('model-picker').click() },
  mode: { scene: 'rich', act: (page) => page.getByTestId('mode-picker').click() },
  sessions: { scene: 'rich', act: (page) => page.getByTestId('show-sessions').click() },
  hooks: { scene: 'working', act: (page) => page.getByTestId('hook-run').getByRole('button').click() },
};

for (const theme of only)
  for (const width of widths)
    for (const [name, { scene, act }] of Object.entries(acts)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const page = await browser.newPage({ viewport: { width, height: 1000 }, deviceScaleFactor: 1.5 });
      page.on('console', (message) => {
        if (message.type() === 'error') console.error(`${name} ${theme} ${width}: ${message.text()}`);
      });
      page.on('pageerror', (error) => console.error(`${name} ${theme} ${width}: ${error.message}`));
      await page.goto(`${bench.origin}/?scene=${scene}&theme=${theme}`);
      await page.getByTestId('composer').waitFor();
      await act?.(page);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: path.join(folder, `${name}-${theme}-${width}.png`) });
      await page.close();
    }
await browser.close();
await bench.stop();
