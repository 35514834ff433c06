import type { FrameLocator, Locator } from 'playwright-core';
import type { Workbench } from './workbench.ts';

const extensionId = 'vakil.vakil';

/** The chat of Vakil in one window, in the words of its `data-testid`s. */
export class Chat {
  readonly window: Workbench;

  private constructor(window: Workbench) {
    this.window = window;
  }

  /** The chat of a window, shown or not. */
  static in(window: Workbench): Chat {
    return new Chat(window);
  }

  /** Shows the view and waits until one can type. */
  static async show(window: Workbench): Promise<Chat> {
    await window.showContainer('Vakil');
    const chat = Chat.in(window);
    await chat.composer.waitFor();
    return chat;
  }

  get frame(): FrameLocator {
    return this.window.view(extensionId);
  }

  get composer(): Locator {
    return this.part('composer');
  }

  /** Every element with this `data-testid`. */
  part(testId: string): Locator {
    return this.frame.locator(`[data-testid="${testId}"]`);
  }

  messages(role: 'user' | 'assistant'): Locator {
    return this.frame.locator(`[data-testid="message"][data-role="${role}"]`);
  }

  toolCards(status?: 'pending' | 'in_progress' | 'completed' | 'failed'): Locator {
    return status === undefined
      ? this.part('tool-card')
      : this.frame.locator(`[data-testid="tool-card"][data-status="${status}"]`);
  }

  /** Types a prompt and sends it with Enter. */
  async send(text: string): Promise<void> {
    await this.composer.click();
    await this.composer.fill(text);
    await this.composer.press('Enter');
  }

  /** Sends a prompt and waits until its turn is over. */
  async ask(text: string): Promise<void> {
    const before = await this.messages('user').count();
    await this.send(text);
    await this.messages('user').nth(before).waitFor();
    await this.idle();
  }

  /** Waits until no turn runs. */
  async idle(): Promise<void> {
    await this.part('stop').waitFor({ state: 'detached' });
  }

  /** Waits for the question and answers it with the option of this kind. */
  async answer(kind: 'allow_once' | 'allow_always' | 'reject_once'): Promise<void> {
    const request = await this.part('permission-card').first().getAttribute('data-request');
    // The next question may take its place at once.
    const card = this.frame.locator(`[data-testid="permission-card"][data-request="${request}"]`);
    await card.locator(`[data-testid="permission-option"][data-kind="${kind}"]`).click();
    await card.waitFor({ state: 'detached' });
  }

  /** The text of all messages and tool lines, in order: what a person would read. */
  async transcript(): Promise<readonly string[]> {
    const rows = this.frame.locator(
      '[data-testid="message"], [data-testid="tool-card"], [data-testid="notice"]',
    );
    return rows.allInnerTexts();
  }
}
