import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';
import { eventually } from '../support/processes.ts';

const files = { 'menu.md': '- Assam: 320\n- Sencha: 380\n' };
const dearer = 'call edit_file {"path":"menu.md","old_string":"320","new_string":"340"}';

describe.skipIf(editorMissing !== undefined)('a change of the agent', () => {
  const editor = useEditor();

  test('is accepted in the title of its diff editor, which closes then', async () => {
    const { chat, window, folder } = await editor.openChat(files);
    await chat.send('call write_file {"path":"new.md","content":"- Mate: 300\\n"}');
    await chat.part('permission-card').waitFor();
    await chat.frame.getByText('Open diff').first().click();
    const tab = window.page.locator('.tabs-container .tab', { hasText: 'new.md (proposed)' });
    await tab.waitFor();
    expect(existsSync(path.join(folder, 'new.md'))).toBe(false);
    await window.page.locator('.editor-actions a[aria-label^="Accept Change"]').click();
    await chat.toolCards('completed').waitFor();
    await tab.waitFor({ state: 'detached' });
    await chat.idle();
    expect(readFileSync(path.join(folder, 'new.md'), 'utf8')).toBe('- Mate: 300\n');
  });

  test('is reviewed in a diff editor and taken back there, also after the window was loaded anew', async () => {
    const { chat, window, folder } = await editor.openChat(files);
    const menu = () => readFileSync(path.join(folder, 'menu.md'), 'utf8');
    await chat.send(dearer);
    await chat.answer('allow_once');
    await chat.idle();
    await chat.frame.getByText('Review').first().waitFor();
    await window.reloadWindow();
    await chat.frame.getByText('Review').first().click();
    await window.page
      .locator('.tabs-container .tab', { hasText: 'menu.md (changed by the agent)' })
      .waitFor();
    expect(menu()).toContain('340');
    await window.page.locator('.editor-actions a[aria-label^="Undo Change"]').click();
    expect(await eventually(() => menu() === files['menu.md'], 10_000)).toBe(true);
    await chat.frame.getByText('Review').first().waitFor({ state: 'detached' });
  });
});
