import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';

const files = {
  'README.md': '# Tea shop\n',
  '.vak/commands/greet.md': '---\ndescription: Greet somebody\n---\nsay Good morning, $ARGUMENTS!\n',
  '.vak/skills/brew/SKILL.md': '---\nname: brew\ndescription: Brew tea\n---\nTake water.\n',
};

describe.skipIf(editorMissing !== undefined)('the palette', () => {
  const editor = useEditor();

  test('lists commands with where they come from, and runs one with what stands behind it', async () => {
    const { chat, window } = await editor.openChat(files);
    await window.runCommand('Vakil: Run Command…');
    const row = window.quickRow('Greet somebody').first();
    await row.waitFor();
    expect(await row.textContent()).toMatch(/greet.*project.*Greet somebody/s);
    await row.click();
    await window.answerQuickInput('Anna');
    await chat.messages('assistant').filter({ hasText: 'Good morning, Anna!' }).waitFor();
  });

  test('restarts the agent and goes on with the conversation', async () => {
    const { chat, window } = await editor.openChat(files);
    await chat.ask('say before');
    await window.runCommand('Vakil: Restart Agent');
    await chat.ask('say after');
    await chat.messages('assistant').filter({ hasText: 'after' }).waitFor();
    await chat.messages('assistant').filter({ hasText: 'before' }).waitFor();
  });
});

describe.skipIf(editorMissing !== undefined)('the view Extensions', () => {
  const editor = useEditor();

  test('shows what there is, and opens an item where it stands', async () => {
    const { window } = await editor.openChat(files);
    await window.page.locator('.pane-header', { hasText: 'Extensions' }).click();
    const row = (text: string) =>
      window.page.locator('.pane-body .monaco-list-row', { hasText: text }).first();
    await row('Commands').click();
    await row('greet').click();
    await window.page.locator('.tabs-container .tab', { hasText: 'greet.md' }).waitFor();
  });
});
