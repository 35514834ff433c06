import { mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type FrameLocator,
  type Locator,
  type Page,
} from 'playwright-core';
import { projectRoot } from '../projectRoot.ts';
import { editorGround } from './ground.ts';
import type { EditorServer } from './server.ts';

export type Theme = 'dark' | 'light' | 'hc-dark' | 'hc-light';

/** What a theme is called in VS Code, and the class that the workbench has while it is on. */
const themes: Readonly<Record<Theme, { readonly label: string; readonly className: string }>> = {
  dark: { label: 'Dark 2026', className: 'vs-dark' },
  light: { label: 'Light 2026', className: 'vs' },
  'hc-dark': { label: 'Dark High Contrast', className: 'hc-black' },
  'hc-light': { label: 'Light High Contrast', className: 'hc-light' },
};

/** Where screenshots go; the folder is not part of the repository. */
export const outFolder = path.join(projectRoot, 'test/editor/out');

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: editorGround().chromium,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
}

/** One window of VS Code: a page in the browser, on one folder. Every wait is for a fact on the screen. */
export class Workbench {
  readonly page: Page;
  /** Addresses outside this machine that the page asked for; the requests were refused. */
  readonly outside: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
  }

  /** Opens a window and waits until the workbench stands. */
  static async open(browser: Browser, url: string, size = { width: 1280, height: 800 }): Promise<Workbench> {
    const context = await browser.newContext({ viewport: size });
    context.setDefaultTimeout(30_000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const workbench = new Workbench(context, await context.newPage());
    await context.route(
      (address) => address.hostname !== '127.0.0.1' && address.protocol.startsWith('http'),
      (route) => {
        workbench.outside.push(route.request().url());
        return route.abort();
      },
    );
    await workbench.page.goto(url, { waitUntil: 'commit' });
    await workbench.ready();
    return workbench;
  }

  /** Waits until the workbench has its parts. */
  async ready(): Promise<void> {
    await this.page.locator('.monaco-workbench .activitybar').waitFor();
    await this.page.locator('.monaco-workbench .statusbar').waitFor();
  }

  /**
   * Shows a view container by its title in the activity bar. A side bar that VS Code is just bringing
   * back may open between the look and the click, which would close it: so the look is repeated.
   */
  async showContainer(title: string): Promise<void> {
    const item = this.page.locator(`.activitybar .action-item:has(a[aria-label^="${title}"])`).first();
    await item.waitFor();
    const head = this.page.locator('.part.sidebar .composite.title', { hasText: title });
    const isShown = (ms: number) =>
      head.waitFor({ timeout: ms }).then(
        () => true,
        () => false,
      );
    if (await isShown(700)) return;
    for (let tries = 0; tries < 4; tries++) {
      await item.locator('a').first().click();
      if (await isShown(4_000)) return;
    }
    await head.waitFor();
  }

  /** The content of the web view that belongs to an extension (`publisher.name`). */
  view(extensionId: string): FrameLocator {
    return this.page
      .frameLocator(`iframe.webview.ready[src*="extensionId=${extensionId}"]`)
      .frameLocator('iframe#active-frame');
  }

  /** Opens the command palette, takes the command with this title (`Category: Title`). */
  async runCommand(title: string): Promise<void> {
    await this.pickFrom('F1', `>${title}`, title);
  }

  /**
   * Presses a key that opens a list, types, and takes the row that has the text. A list holds what was
   * there when it opened: one that came before the extensions did is opened again.
   */
  async pickFrom(key: string, typed: string, row: string): Promise<void> {
    const wanted = this.quickRow(row).first();
    for (let tries = 0; tries < 4; tries++) {
      // Keys go to the workbench only while no web view has the focus.
      await this.page.locator('.monaco-workbench .part.titlebar').click({ position: { x: 300, y: 3 } });
      await this.page.keyboard.press(key);
      await this.#typeInQuickInput(typed);
      const isThere = await wanted.waitFor({ timeout: 8_000 }).then(
        () => true,
        () => false,
      );
      if (isThere) break;
      await this.page.keyboard.press('Escape');
    }
    await wanted.click();
  }

  /** A row of the list that is open now. */
  quickRow(text: string): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  }

  /** Answers an input box or a list that is open: types and presses Enter. */
  async answerQuickInput(typed: string): Promise<void> {
    await this.#typeInQuickInput(typed);
    await this.page.keyboard.press('Enter');
  }

  async setTheme(theme: Theme): Promise<void> {
    const { label, className } = themes[theme];
    await this.runCommand('Preferences: Color Theme');
    await this.#typeInQuickInput(label);
    await this.quickRow(label).first().click();
    await this.page.locator(`.monaco-workbench.${className}`).waitFor();
  }

  /** Opens a file of the workspace in an editor tab by its name. */
  async openFile(name: string): Promise<Locator> {
    await this.pickFrom('Control+P', name, name);
    await this.page.locator('.tabs-container .tab.active', { hasText: name }).waitFor();
    // Keys reach the editor only once it has the focus.
    await this.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    return this.page.locator('.editor-instance .monaco-editor .view-lines').first();
  }

  /** Drags the side bar's edge until it is this wide, as far as VS Code lets it. */
  async setSideBarWidth(px: number): Promise<void> {
    const bar = await this.page.locator('.monaco-workbench .part.sidebar').boundingBox();
    if (bar === null) throw new Error('the side bar is not shown');
    const y = bar.y + bar.height / 2;
    await this.page.mouse.move(bar.x + bar.width + 1, y);
    await this.page.mouse.down();
    await this.page.mouse.move(bar.x + px + 1, y, { steps: 4 });
    await this.page.mouse.up();
  }

  notification(text: string): Locator {
    return this.page.locator('.notification-toast', { hasText: text });
  }

  /** VS Code's own command: extensions are told to end before the window starts anew. */
  async reloadWindow(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.ready();
  }

  /** Saves what is on the screen as `<name>.png`. */
  async screenshot(name: string): Promise<void> {
    mkdirSync(outFolder, { recursive: true });
    await this.page.screenshot({ path: path.join(outFolder, `${name}.png`), animations: 'disabled' });
  }

  /** Closes the window. */
  async close(): Promise<void> {
    await this.#context.close();
  }

  async #typeInQuickInput(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible input[type="text"]');
    await input.waitFor();
    await input.fill(text);
  }
}

/** The address of a workbench on a folder; `payload` is what VS Code takes for tests. */
export function workbenchUrl(
  server: EditorServer,
  folder: string,
  payload: readonly (readonly [string, string])[] = [],
): string {
  const all = [['skipWelcome', 'true'], ['skipReleaseNotes', 'true'], ...payload];
  return `${server.origin}/?folder=${encodeURIComponent(folder)}&payload=${encodeURIComponent(JSON.stringify(all))}`;
}
