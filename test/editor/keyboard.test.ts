import { describe, expect, test } from 'vitest';
import { Chat } from '../support/editor/chat.ts';
import { hasFocus, nameless, tabTo } from '../support/editor/focus.ts';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';

const files = {
  'README.md': '# Tea shop\n',
  '.vak/skills/brewing/SKILL.md':
    '---\nname: brewing\ndescription: How tea is brewed.\n---\nAssam: 95 degrees.\n',
  '.vak/commands/price.md':
    '---\ndescription: Say what a tea costs\nargument-hint: "[tea]"\n---\nsay The price of $ARGUMENTS\n',
};

describe.skipIf(editorMissing !== undefined)('by keyboard alone', () => {
  const editor = useEditor();

  test('one asks, answers a question, opens a card, begins anew and goes back, and the focus is never lost', async () => {
    const { window } = await editor.openWindow(files);
    const { keyboard } = window.page;
    // The palette lists what is there when it opens.
    await window.page.locator('.activitybar a[aria-label^="Vakil"]').waitFor();
    await keyboard.press('F1');
    await keyboard.type('Vakil: Open Chat');
    await window.quickRow('Vakil: Open Chat').first().waitFor();
    await keyboard.press('Enter');
    const chat = Chat.in(window);
    const composer = () => hasFocus(chat, chat.composer);
    const toolLine = chat.toolCards().getByRole('button', { name: 'touch made.txt' }).first();
    await composer();

    await keyboard.type('/pri');
    await chat.frame.locator('[data-testid="completion-item"][data-name="price"]').waitFor();
    await keyboard.press('Enter');
    await keyboard.type('assam');
    await keyboard.press('Enter');
    await chat.messages('assistant').filter({ hasText: 'The price of assam' }).waitFor();
    await composer();
    await chat.idle();

    await keyboard.type('call bash {"command":"touch made.txt"}');
    await keyboard.press('Enter');
    await chat.part('permission-card').waitFor();
    await hasFocus(chat, chat.part('permission-option').first());
    await keyboard.press('Enter');
    await chat.toolCards('completed').waitFor();
    await chat.idle();
    await composer();

    await tabTo(chat, toolLine, 'Shift+Tab');
    await keyboard.press('Enter');
    await chat.toolCards().locator('[aria-expanded="true"]').waitFor();
    await hasFocus(chat, toolLine);
    await chat.part('to-end').waitFor({ state: 'detached' });
    await window.screenshot('keyboard card');
    await keyboard.press('Enter');
    await chat.toolCards().locator('[aria-expanded="false"]').waitFor();

    await tabTo(chat, chat.part('new-chat'), 'Shift+Tab');
    await keyboard.press('Enter');
    await chat.messages('user').first().waitFor({ state: 'detached' });
    await composer();

    await tabTo(chat, chat.part('show-sessions'), 'Shift+Tab');
    await keyboard.press('Enter');
    await chat.part('session').first().waitFor();
    await window.screenshot('keyboard sessions');
    await keyboard.type('price');
    await keyboard.press('Enter');
    await chat.messages('assistant').filter({ hasText: 'The price of assam' }).waitFor();
    await composer();
    expect(await nameless(chat)).toEqual([]);
  });
});
