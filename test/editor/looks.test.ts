import { describe, expect, test } from 'vitest';
import type { Chat } from '../support/editor/chat.ts';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';
import type { Theme } from '../support/editor/workbench.ts';

const files = {
  'menu.md': '# Menu\n\n- Assam: 320\n- Sencha: 380\n- Rooibos: 290\n',
  'src/shop.js': 'open();\n',
};

/** A conversation with some of everything, which ends in a question. */
const script = [
  'think The menu is short, so I read all of it.',
  'say I look at `menu.md` and **change** one price. See [the menu](menu.md).',
  'plan Read the menu; Change the price; Run the shop',
  'call read_file {"path":"menu.md"}',
  'call glob {"pattern":"**/*"}',
  'say The price of Sencha goes down:\n',
  'call edit_file {"path":"menu.md","old_string":"- Sencha: 380","new_string":"- Sencha: 350"}',
  'call read_file {"path":"nothing-of-that-name-in-a-folder-with-a-rather-long-name.md"}',
  'call bash {"command":"git add -A && git push origin a-branch-with-a-rather-long-name-that-has-to-wrap"}',
].join('\n');

const bodyClass: Readonly<Record<Theme, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  'hc-dark': 'vscode-high-contrast',
  'hc-light': 'vscode-high-contrast-light',
};

describe.skipIf(editorMissing !== undefined)('the look of the chat', () => {
  const editor = useEditor();

  test('fits every theme and width', async () => {
    const { chat, window } = await editor.openChat(files, { width: 1100, height: 1000 });
    await chat.send(script);
    await chat.part('permission-card').filter({ hasText: 'menu.md' }).waitFor();
    await chat.answer('allow_once');
    await chat.part('permission-card').filter({ hasText: 'git push' }).waitFor();
    expect(await chat.toolCards('failed').count()).toBe(1);
    await window.setSideBarWidth(420);
    for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] satisfies Theme[]) {
      await window.setTheme(theme);
      await chat.frame.locator(`body.${bodyClass[theme]}`).waitFor();
      await window.screenshot(`chat ${theme} 420`);
      expect(await overflowing(chat)).toEqual([]);
    }
    for (const width of [340, 260]) {
      await window.setSideBarWidth(width);
      await window.screenshot(`chat hc-light ${width}`);
      expect(await overflowing(chat)).toEqual([]);
    }
    await window.setTheme('dark');
    await window.screenshot('chat dark 260');
    await chat.answer('reject_once');
    await chat.idle();
    await window.screenshot('chat dark 260 end');
    expect(await overflowing(chat)).toEqual([]);
  });
});

/** What sticks out of the view at its right, as `testid: pixels`; what scrolls inside its own box does not. */
function overflowing(chat: Chat): Promise<readonly string[]> {
  return chat.frame.locator('body').evaluate((body) => {
    const parts = [body, ...body.querySelectorAll('[data-testid]')];
    return parts
      .map((part) => [part, part.getBoundingClientRect().right - body.getBoundingClientRect().right] as const)
      .filter(([part, beyond]) => beyond > 1 || (part === body && body.scrollWidth > body.clientWidth))
      .map(([part, beyond]) => `${part.getAttribute('data-testid') ?? 'body'}: ${Math.round(beyond)} px`);
  });
}
