import type { Locator } from 'playwright-core';
import type { Chat } from './chat.ts';

/** Waits until one of these has the focus. */
export async function hasFocus(chat: Chat, part: Locator): Promise<void> {
  await part.and(chat.frame.locator(':focus')).waitFor();
}

/** Presses Tab or Shift+Tab until one of these has the focus. Throws when it is not on the way. */
export async function tabTo(chat: Chat, part: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  const passed: string[] = [];
  const focused = chat.frame.locator(':focus');
  for (let step = 0; step < 40; step++) {
    await chat.window.page.keyboard.press(key);
    if ((await part.and(focused).count()) > 0) return;
    passed.push((await focused.count()) > 0 ? await nameOf(focused.first()) : 'outside');
  }
  throw new Error(`${key} does not reach it: ${passed.join(', ')}`);
}

/** Controls of the view that a screen reader could not name, as its accessibility tree has them. */
export async function nameless(chat: Chat): Promise<readonly string[]> {
  const tree = await chat.frame.locator('body').ariaSnapshot();
  const controls = /^\s*- (?:button|link|textbox|combobox|checkbox|option|listbox|dialog|alertdialog)(?! ")/;
  return tree.split('\n').filter((line) => controls.test(line));
}

function nameOf(control: Locator): Promise<string> {
  return control.evaluate(
    (element) =>
      element.getAttribute('data-testid') ?? element.getAttribute('aria-label') ?? element.className,
  );
}
