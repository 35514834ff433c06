import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { Pane } from '../support/editor/pane.ts';
import { useEditor } from '../support/editor/suite.ts';

/** The user's own hooks: a guard, and one that speaks to the person. */
const config = `
[[hooks]]
event = "pre-tool-use"
match = "Bash(git push *)"
command = "echo 'Pushing is up to a person here.' >&2; exit 2"

[[hooks]]
event = "stop"
command = '''echo '{"systemMessage": "The turn was noted."}' '''
`;

describe.skipIf(editorMissing !== undefined)('hooks in the chat', () => {
  const editor = useEditor({ home: { 'config/vak/config.toml': config } });

  test('block a call with a reason; the model goes on with it, and the run opens', async () => {
    const { chat, window } = await editor.openChat({ 'README.md': '# Tea shop\n' });
    await chat.ask('call bash {"command":"git push origin main"}\ncall read_file {"path":"README.md"}');
    const card = chat.toolCards('failed').filter({ hasText: 'git push' });
    const run = card.getByTestId('hook-run');
    await run.filter({ hasText: 'Pushing is up to a person here.' }).waitFor();
    expect(await run.getAttribute('data-verdict')).toBe('block');
    await chat.messages('assistant').filter({ hasText: 'read_file ok: # Tea shop' }).waitFor();

    await run.getByRole('button').first().click();
    await run.filter({ hasText: '"tool_name"' }).waitFor();
    await run.filter({ hasText: 'exit 2' }).waitFor();
    await chat.part('hook-message').filter({ hasText: 'The turn was noted.' }).first().waitFor();
    await window.screenshot('hooks');
  });

  test('are tried from the tree on a call of one’s own, which does not happen', async () => {
    const { window, folder } = await editor.openChat({ 'README.md': '# Tea shop\n' });
    const extensions = await Pane.open(window, 'Extensions');
    await extensions.expand('Hooks');
    await extensions.press('config.toml#PreToolUse[0]', 'Try This Hook');
    const box = window.page.locator('.quick-input-widget:visible');
    await box.filter({ hasText: 'The call to try it with' }).waitFor();
    await window.screenshot('hook trial question');
    await window.answerQuickInput('bash {"command": "git push && touch made.txt"}');
    const tab = window.page.locator('.tabs-container .tab.active', { hasText: 'Trial of' });
    await tab.waitFor();
    const text = window.page.locator('.editor-instance .monaco-editor .view-lines').first();
    await text
      .filter({ hasText: /block/ })
      .filter({ hasText: /Pushing.is.up.to.a.person.here/ })
      .waitFor();
    await window.screenshot('hook trial');
    expect(existsSync(path.join(folder, 'made.txt'))).toBe(false);
    expect(await tab.getAttribute('class')).not.toContain('dirty');

    await extensions.press('config.toml#Stop[0]', 'Try This Hook');
    await text.filter({ hasText: /The.turn.was.noted/ }).waitFor();
  });
});
