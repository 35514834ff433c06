import type { Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

/** One of the trees below the chat, as a person uses it. */
export class Pane {
  readonly #pane: Locator;

  private constructor(pane: Locator) {
    this.#pane = pane;
  }

  /** Folds the tree out and gives it room: rows that are scrolled away are not there. */
  static async open(window: Workbench, title: 'Extensions' | 'MCP servers'): Promise<Pane> {
    const pane = window.page.locator('.pane', {
      has: window.page.locator('.pane-header', { hasText: title }),
    });
    const header = pane.locator('.pane-header');
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    await pane.locator('.pane-body .monaco-list-row').first().waitFor();
    await drag(window, await top(header), 400);
    return new Pane(pane);
  }

  /** The first row that has the text. */
  row(text: string | RegExp): Locator {
    return this.#pane.locator('.pane-body .monaco-list-row', { hasText: text }).first();
  }

  /** Folds out the rows below this one. */
  async expand(text: string | RegExp): Promise<void> {
    const row = this.row(text);
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    await this.#pane.locator('.monaco-list-row[aria-expanded="true"]', { hasText: text }).waitFor();
  }

  /** Presses a button in a row; those of a row are seen only while the pointer is over it. */
  async press(text: string | RegExp, button: string): Promise<void> {
    const row = this.row(text);
    await row.hover();
    await row.locator(`a[aria-label^="${button}"]`).click();
  }

  /** The buttons that a row offers. */
  async buttons(text: string | RegExp): Promise<readonly string[]> {
    const row = this.row(text);
    await row.hover();
    return row
      .locator('.actions a.action-label')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
  }
}

async function top(header: Locator): Promise<number> {
  const box = await header.boundingBox();
  if (box === null) throw new Error('the tree is not shown');
  return box.y;
}

/** Moves the border at this height of the side bar to another height, as far as VS Code lets it. */
async function drag({ page }: Workbench, from: number, to: number): Promise<void> {
  await page.mouse.move(150, from);
  await page.mouse.down();
  await page.mouse.move(150, to, { steps: 4 });
  await page.mouse.up();
}

/** VS Code's own modal question, once it has the text. */
export function dialog({ page }: Workbench, text: string): Locator {
  return page.locator('.monaco-dialog-box', { hasText: text });
}

/** Answers VS Code's own modal question. */
export async function agreeTo({ page }: Workbench, button: string): Promise<void> {
  await page.locator('.monaco-dialog-box').getByRole('button', { name: button, exact: true }).click();
}
