import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findChromium } from '../../scripts/programs.mjs';
import { projectRoot } from '../support/projectRoot.ts';
import { BenchPage } from '../support/webview/benchPage.ts';
import { type BenchServer, startBench, themesMissing } from '../support/webview/benchServer.ts';

const missing = whatIsMissing();
if (missing !== undefined) console.log(`The view is not tried in a browser: ${missing}`);
if (themesMissing !== undefined) console.log(`The view’s contrast is not measured: ${themesMissing}`);

const scenes = ['working', 'rich', 'setup', 'form', 'worker'];

function whatIsMissing(): string | undefined {
  if (findChromium() === undefined) return 'there is no Chromium; install one, or name it in CHROMIUM.';
  return existsSync(path.join(projectRoot, 'dist/webview.js'))
    ? undefined
    : 'it is not built; `npm run build` does.';
}

describe.skipIf(missing !== undefined)('the built view in a browser', () => {
  let browser: Browser;
  let server: BenchServer;

  beforeAll(async () => {
    server = await startBench();
    browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function open(query: string, options: Parameters<typeof BenchPage.open>[3] = {}) {
    const bench = await BenchPage.open(browser, server, query, options);
    onTestFinished(() => bench.close());
    return bench;
  }

  test('loads two scripts before it is seen, and the colours of code only with code', async () => {
    const scripts = (bench: BenchPage) => bench.loaded.filter((file) => /^webview.*\.js$/.test(file));
    const plain = await open('scene=working');
    expect(scripts(plain)).toHaveLength(2);
    const rich = await open('scene=rich');
    await rich.page.locator('.hljs-keyword').first().waitFor();
    expect(scripts(rich)).toHaveLength(3);
  });

  test.each(scenes)(
    'breaks no rule of its policy, names every control and fits every width: %s',
    async (scene) => {
      const bench = await open(`scene=${scene}`);
      expect(await bench.fact('refused')).toEqual([]);
      expect(bench.errors).toEqual([]);
      expect(await bench.fact('nameless')).toEqual([]);
      for (const width of [260, 420, 700]) {
        await bench.page.setViewportSize({ width, height: 800 });
        await bench.rest();
        expect([width, await bench.fact('outside')]).toEqual([width, []]);
      }
    },
  );

  test.skipIf(themesMissing !== undefined).each(scenes)(
    'has text that stands out in every theme: %s',
    async (scene) => {
      const bench = await open(`scene=${scene}`);
      for (const theme of ['dark', 'light', 'hc', 'hc-light'] as const) {
        await bench.useTheme(theme);
        const least = theme.startsWith('hc') ? 4.5 : 3;
        expect([theme, await bench.fact('faint', least)]).toEqual([theme, []]);
      }
    },
  );

  test('restores 5,000 turns with no more than 60 of them in the document', async () => {
    const bench = await open('scene=long&turns=5000');
    const prompts = bench.page.locator('[data-role=user]');
    await bench.page.getByText('Answer 4999.').waitFor();
    expect(await prompts.count()).toBeLessThanOrEqual(60);
    for (const share of [0.9, 0.4, 0]) {
      await bench.page.locator('main').evaluate((list, where) => {
        list.scrollTop = where * list.scrollHeight;
      }, share);
      await bench.page.waitForFunction((where) => {
        const list = Reflect.get(globalThis, 'document').querySelector('main');
        return Math.abs(list.scrollTop / list.scrollHeight - where) < 0.05;
      }, share);
      await bench.rest();
      expect(await prompts.count()).toBeGreaterThan(3);
      expect(await prompts.count()).toBeLessThanOrEqual(60);
    }
    await bench.page.getByText('Question 0:').waitFor();
    await bench.get('to-end').click();
    await bench.page.getByText('Answer 4999.').waitFor();
  });

  test('rests when nothing happens: no timer, no frame, no animation', async () => {
    const bench = await open('scene=long&turns=500');
    await bench.page.getByText('Answer 499.').waitFor();
    await bench.rest();
    expect(await bench.fact('animations')).toBe(0);
  });

  test('moves nothing for a person who wants no motion, even while a turn runs', async () => {
    const bench = await open('scene=working', { reducedMotion: 'reduce' });
    expect(await bench.fact('animations')).toBe(0);
  });

  test('follows the end while text streams, and lets go of a person who scrolls up', async () => {
    const bench = await open('scene=long&turns=50');
    const list = bench.page.locator('main');
    const fromEnd = () => list.evaluate((each) => each.scrollHeight - each.scrollTop - each.clientHeight);
    await bench.page.getByText('Answer 49.').waitFor();
    await stream(bench, 'a');
    await expect.poll(fromEnd).toBeLessThan(2);
    await list.hover();
    await bench.page.mouse.wheel(0, -600);
    await bench.get('to-end').waitFor();
    await bench.rest();
    const row = bench.page.locator('[data-id=a]');
    const before = await row.boundingBox();
    await stream(bench, 'b');
    expect((await row.boundingBox())?.y).toBe(before?.y);
    await bench.get('to-end').click();
    await expect.poll(fromEnd).toBeLessThan(2);
    expect(await bench.get('to-end').count()).toBe(0);
  });

  test.skipIf(themesMissing !== undefined)('has one box with the focus colour while it asks', async () => {
    const bench = await open('scene=working');
    for (const part of ['composer', 'permission-feedback']) {
      await bench.get(part).focus();
      expect([part, await bench.fact('focusBoxes')]).toEqual([part, 1]);
    }
  });

  test('can be worked by keyboard alone', async () => {
    const bench = await open('scene=rich');
    const { keyboard } = bench.page;
    await bench.get('composer').focus();
    const seen: string[] = [];
    for (let step = 0; step < 10; step++) {
      await keyboard.press('Tab');
      seen.push(await bench.focused());
    }
    for (const name of ['attach', 'mode-picker', 'model-picker', 'usage', 'folder', 'agent-picker'])
      expect(seen).toContain(name);
    await bench.get('model-picker').focus();
    await keyboard.press('Enter');
    await bench.page.getByRole('combobox').waitFor();
    await keyboard.type('qwen');
    await keyboard.press('Enter');
    expect(await bench.asked('config/set')).toEqual([{ id: 'model', value: 'ollama/qwen3-coder:30b' }]);
    await expect.poll(() => bench.focused()).toBe('composer');
  });

  test('gives the focus to the composer when the button that was pressed goes away', async () => {
    const bench = await open('scene=working');
    await bench.update([], {
      permissions: [],
      phase: 'idle',
      changes: [{ path: '/a.md', added: 1, removed: 0 }],
    });
    await bench.get('keep-all').focus();
    await bench.page.keyboard.press('Enter');
    await bench.update([], { changes: [] });
    await expect.poll(() => bench.focused()).toBe('composer');
    // A click beside everything is nobody's to undo.
    await bench.page.locator('main').click({ position: { x: 3, y: 3 } });
    await bench.update([], { changes: [{ path: '/a.md', added: 1, removed: 0 }] });
    await bench.update([], { changes: [] });
    await bench.rest();
    expect(await bench.focused()).not.toBe('composer');
  });

  test('says the end of a turn to a screen reader', async () => {
    const bench = await open('scene=working');
    await bench.update([], { phase: 'idle', permissions: [] });
    await expect.poll(() => bench.get('announcer').textContent()).toContain('Done.');
  });

  /** Adds a long answer piece by piece, and waits until it is drawn. */
  async function stream(bench: BenchPage, id: string) {
    await bench.update([{ op: 'put', item: { kind: 'assistant', id, text: '', done: false, hookRuns: [] } }]);
    for (let piece = 0; piece < 40; piece++)
      await bench.update([{ op: 'append', id, field: 'text', text: `Piece ${piece}.\n\n` }]);
    await bench.rest();
  }
});
