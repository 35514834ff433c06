import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { ChatRequest, ChatState, ParamsOf } from '../../../src/protocol/chat.ts';
import type { TranscriptDelta } from '../../../src/protocol/transcript.ts';
import type { BenchServer } from './benchServer.ts';

/** What `pageFacts.ts` tells, by name. */
interface Facts {
  refused: string[];
  pending: number;
  animations: number;
  outside: string[];
  nameless: string[];
  focusBoxes: number;
  faint: string[];
}

/** The built view in a page of its own, with the host inside the page. */
export class BenchPage {
  readonly page: Page;
  /** Files the page loaded, by name. */
  readonly loaded: string[] = [];
  readonly errors: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('request', (request) => this.loaded.push(new URL(request.url()).pathname.slice(1)));
    page.on('pageerror', (error) => this.errors.push(error.message));
  }

  /** Opens a scene of the bench (`?scene=…`) and waits until it is drawn. */
  static async open(
    browser: Browser,
    server: BenchServer,
    query: string,
    { width = 420, ...options }: BrowserContextOptions & { width?: number } = {},
  ): Promise<BenchPage> {
    const page = await browser.newPage({ viewport: { width, height: 800 }, ...options });
    const bench = new BenchPage(page);
    await page.goto(`${server.origin}/?${query}`);
    await page.getByTestId('folder').waitFor();
    return bench;
  }

  get(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  fact<F extends keyof Facts>(name: F, argument?: number): Promise<Facts[F]> {
    return this.page.evaluate(([fact, value]) => Reflect.get(globalThis, 'facts')[fact](value), [
      name,
      argument,
    ] as const) as Promise<Facts[F]>;
  }

  /** Waits until nothing is scheduled in the page any more. */
  async rest(): Promise<void> {
    await this.page.waitForFunction(() => Reflect.get(globalThis, 'facts').pending() === 0);
  }

  /** Puts on another of VS Code's themes. */
  useTheme(theme: string): Promise<void> {
    return this.page.evaluate((name) => Reflect.get(globalThis, 'facts').useTheme(name), theme);
  }

  /** Pushes an update from the host inside the page. */
  async update(deltas: readonly TranscriptDelta[], state: Partial<ChatState> = {}): Promise<void> {
    await this.page.evaluate((args) => Reflect.get(globalThis, 'bench').update(...args), [
      deltas,
      state,
    ] as const);
  }

  /** The parameters of every call of a method that the view made. */
  asked<M extends ChatRequest>(method: M): Promise<ParamsOf<M>[]> {
    return this.page.evaluate((name) => Reflect.get(globalThis, 'bench').asked(name), method) as Promise<
      ParamsOf<M>[]
    >;
  }

  /** The name of what has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const { activeElement } = Reflect.get(globalThis, 'document');
      return (
        activeElement.getAttribute('data-testid') ??
        activeElement.getAttribute('aria-label') ??
        activeElement.tagName
      );
    });
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}
