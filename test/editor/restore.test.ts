import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';
import { eventually } from '../support/processes.ts';

const files = { 'menu.md': '- Assam: 320\n- Sencha: 380\n', 'notes.md': 'as it was\n', 'hand.md': 'mine\n' };

describe.skipIf(editorMissing !== undefined)('restoring to an earlier message', () => {
  const editor = useEditor({ machineSettings: { 'vak.mode': 'accept-edits' } });

  test('brings files and conversation back, an unsaved editor too, and asks about a file changed by hand', async () => {
    const { chat, window, folder } = await editor.openChat(files);
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    await chat.ask('say the first answer');
    const lines = await window.openFile('menu.md');
    await chat.ask(
      [
        'call edit_file {"path":"menu.md","old_string":"Sencha","new_string":"Matcha"}',
        'call edit_file {"path":"notes.md","old_string":"as it was","new_string":"changed"}',
        'call edit_file {"path":"hand.md","old_string":"mine","new_string":"the agent’s"}',
        'call write_file {"path":"new.md","content":"new\\n"}',
      ].join('\n'),
    );
    expect([read('notes.md'), existsSync(path.join(folder, 'new.md'))]).toEqual(['changed\n', true]);
    await window.page.locator('.tab', { hasText: 'menu.md' }).first().waitFor();
    writeFileSync(path.join(folder, 'hand.md'), 'changed by hand\n');

    const message = chat.messages('user').last();
    await message.hover();
    await message.locator('[data-testid="restore"]').click();
    await chat.frame.getByRole('button', { name: 'Restore', exact: true }).click();
    const dialog = window.page.locator('.monaco-dialog-box');
    await dialog.filter({ hasText: 'hand.md' }).waitFor();
    await window.screenshot('restore');
    await dialog.getByRole('button', { name: 'Overwrite' }).click();

    const back = await eventually(
      () =>
        read('notes.md') === 'as it was\n' &&
        read('hand.md') === 'mine\n' &&
        !existsSync(path.join(folder, 'new.md')),
      10_000,
    );
    expect(back, `${read('notes.md')}${read('hand.md')}`).toBe(true);
    const shown = await eventually(
      async () => ((await lines.textContent()) ?? '').includes('Sencha'),
      10_000,
    );
    expect(shown).toBe(true);
    await chat.messages('user').nth(1).waitFor({ state: 'detached' });
    await chat.ask('say going on');
    await chat.messages('assistant').filter({ hasText: 'going on' }).waitFor();
    expect(await chat.messages('user').count()).toBe(2);
  });
});
