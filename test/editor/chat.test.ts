import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';
import { eventually } from '../support/processes.ts';

const files = { 'README.md': '# Tea shop\n', 'menu.md': '- Assam: 320\n- Sencha: 380\n' };

describe.skipIf(editorMissing !== undefined)('the chat', () => {
  const editor = useEditor();

  test('shows the answer to a prompt and asks nothing outside this machine', async () => {
    const { chat, window } = await editor.openChat(files);
    await chat.ask('say Hello from the *rehearsal*.');
    await chat.messages('user').filter({ hasText: 'say Hello' }).waitFor();
    const answer = chat.messages('assistant').last();
    expect(await answer.textContent()).toContain('Hello from the rehearsal.');
    expect(await answer.locator('em').textContent()).toBe('rehearsal');
    expect(window.outside).toEqual([]);
  });

  test('shows a read as a finished card without a question', async () => {
    const { chat } = await editor.openChat(files);
    await chat.ask('call read_file {"path":"README.md"}');
    await chat.toolCards('completed').filter({ hasText: 'README.md' }).waitFor();
    expect(await chat.part('permission-card').count()).toBe(0);
  });

  test('asks before a command runs, in the order allow once, allow always, reject', async () => {
    const { chat, folder } = await editor.openChat(files);
    await chat.send('call bash {"command":"touch made.txt"}');
    await chat.part('permission-card').filter({ hasText: 'touch made.txt' }).waitFor();
    const kinds = await chat
      .part('permission-option')
      .evaluateAll((all) => all.map((each) => each.dataset['kind']));
    expect(kinds.filter((kind) => kind !== 'reject_always')).toEqual([
      'allow_once',
      'allow_always',
      'reject_once',
    ]);
    await chat.answer('allow_once');
    await chat.toolCards('completed').waitFor();
    await chat.idle();
    expect(existsSync(path.join(folder, 'made.txt'))).toBe(true);
  });

  test('shows a refused call as failed and goes on', async () => {
    const { chat, folder } = await editor.openChat(files);
    await chat.send('call edit_file {"path":"menu.md","old_string":"Assam","new_string":"Darjeeling"}');
    await chat.answer('reject_once');
    await chat.toolCards('failed').waitFor();
    await chat.idle();
    expect(readFileSync(path.join(folder, 'menu.md'), 'utf8')).toBe(files['menu.md']);
    await chat.ask('say still here');
    await chat.messages('assistant').filter({ hasText: 'still here' }).waitFor();
  });

  test('answers a question by its number key', async () => {
    const { chat, folder } = await editor.openChat(files);
    await chat.send('call write_file {"path":"new.md","content":"new\\n"}');
    await chat.part('permission-card').waitFor();
    await chat.part('permission-card').press('1');
    await chat.toolCards('completed').waitFor();
    await chat.idle();
    expect(readFileSync(path.join(folder, 'new.md'), 'utf8')).toBe('new\n');
  });

  test('changes a file that is not open on disk, byte for byte', async () => {
    const { chat, folder } = await editor.openChat({ 'crlf.txt': 'one\r\ntwo\r\nthree' });
    await chat.send('call edit_file {"path":"crlf.txt","old_string":"two","new_string":"2"}');
    await chat.answer('allow_once');
    await chat.toolCards('completed').waitFor();
    await chat.idle();
    expect(readFileSync(path.join(folder, 'crlf.txt'), 'utf8')).toBe('one\r\n2\r\nthree');
  });

  test('changes an open document in its editor and keeps what the person typed', async () => {
    const { chat, window } = await editor.openChat(files);
    const lines = await window.openFile('menu.md');
    await window.page.keyboard.press('Control+Home');
    await window.page.keyboard.type('- Oolong: 410 ');
    await window.page.locator('.tab.active.dirty').waitFor();
    await chat.send('call edit_file {"path":"menu.md","old_string":"Sencha","new_string":"Matcha"}');
    await chat.answer('allow_once');
    await chat.toolCards('completed').waitFor();
    const both = await eventually(async () => {
      const text = ((await lines.textContent()) ?? '').replaceAll(/\s/g, ' ');
      return text.includes('Oolong: 410') && text.includes('Matcha: 380');
    }, 10_000);
    expect(both, (await lines.textContent()) ?? '').toBe(true);
  });

  test('reads an open document as it stands in the editor, unsaved', async () => {
    const { chat, window } = await editor.openChat(files);
    await window.openFile('README.md');
    await window.page.keyboard.press('Control+Home');
    await window.page.keyboard.type('Not saved ');
    await window.page.locator('.tab.active.dirty').waitFor();
    await chat.ask('call read_file {"path":"README.md"}');
    await chat.messages('assistant').filter({ hasText: 'Not saved' }).waitFor();
  });
});
