import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Chat } from '../support/editor/chat.ts';
import { editorMissing } from '../support/editor/ground.ts';
import { agreeTo, Pane } from '../support/editor/pane.ts';
import { useEditor } from '../support/editor/suite.ts';
import type { Workbench } from '../support/editor/workbench.ts';
import { suiteFolder, writeTree } from '../support/tempFolder.ts';

const files = {
  'README.md': '# Tea shop\n',
  'AGENTS.md': 'Prices are whole cents.\n',
  '.vak/skills/brewing/SKILL.md':
    '---\nname: brewing\ndescription: How tea is brewed.\n---\nAssam: 95 degrees.\n',
  '.vak/commands/price.md':
    '---\ndescription: Say what a tea costs\nargument-hint: "[tea]"\n---\nsay The price of $ARGUMENTS\n',
};

describe.skipIf(editorMissing !== undefined)('what extends the agent', () => {
  const editor = useEditor();

  test('is completed behind a slash with where it comes from, before the first prompt', async () => {
    const { chat, window } = await editor.openChat(files);
    await chat.composer.click();
    await chat.composer.pressSequentially('/');
    const item = (name: string) => chat.frame.locator(`[data-testid="completion-item"][data-name="${name}"]`);
    await item('brewing').waitFor();
    expect([
      await item('brewing').getAttribute('data-source'),
      await item('price').getAttribute('data-source'),
    ]).toEqual(['project', 'project']);
    await window.screenshot('completion');
    await chat.composer.pressSequentially('pri');
    await chat.composer.press('Enter');
    await chat.composer.pressSequentially('assam');
    await chat.composer.press('Enter');
    await chat.messages('assistant').filter({ hasText: 'The price of assam' }).waitFor();
  });

  test('a skill that is not there is refused with near names', async () => {
    const { chat } = await editor.openChat(files);
    await chat.ask('/skill:brewin');
    await chat
      .messages('assistant')
      .filter({ hasText: 'No skill "brewin"' })
      .filter({ hasText: 'brewing' })
      .waitFor();
  });

  test('a skill written while the chat is open is there without a reload', async () => {
    const { chat, folder } = await editor.openChat(files);
    await chat.ask('say ready');
    writeTree(folder, {
      '.vak/skills/pouring/SKILL.md': '---\nname: pouring\ndescription: How tea is poured.\n---\nSlowly.\n',
    });
    await chat.composer.click();
    await chat.composer.pressSequentially('/pour');
    await chat.frame.locator('[data-testid="completion-item"][data-name="pouring"]').waitFor();
    await chat.composer.fill('');
    await chat.ask('/skill:pouring say poured');
    await chat.messages('assistant').filter({ hasText: 'poured' }).waitFor();
    await chat.messages('user').last().filter({ hasText: 'pouring' }).waitFor();
  });

  test('a command run from the palette reaches the agent expanded, with the view closed', async () => {
    const { window } = await editor.openWindow(files);
    await window.runCommand('Vakil: Run Command…');
    await window.quickRow('price').first().click();
    await window.answerQuickInput('sencha');
    const chat = await Chat.show(window);
    await chat.messages('assistant').filter({ hasText: 'The price of sencha' }).waitFor();
  });

  test('a plugin is installed from the palette, used in the same conversation, and gone when disabled', async () => {
    const source = path.join(
      suiteFolder({
        'review/.vak-plugin/plugin.yaml': 'name: review\nversion: 1.2.0\ndescription: Code review helpers\n',
        'review/skills/checklist/SKILL.md':
          '---\nname: checklist\ndescription: Checklist for a review.\n---\nCheck the tests first.\n',
      }),
      'review',
    );
    const { chat, window } = await editor.openChat(files);
    await chat.ask('say ready');
    await window.runCommand('Vakil: Install Plugin…');
    await window.answerQuickInput(source);
    await agreeTo(window, 'Install');
    await chat.composer.click();
    await chat.composer.pressSequentially('/review');
    await chat.frame.locator('[data-testid="completion-item"][data-name="review:checklist"]').waitFor();
    await chat.composer.fill('');
    await chat.ask('/review:checklist say checked');
    await chat.messages('assistant').filter({ hasText: 'checked' }).waitFor();
    await chat.messages('user').last().filter({ hasText: 'review:checklist' }).waitFor();
    await window.runCommand('Vakil: Disable Plugin…');
    await window.quickRow('review').first().click();
    await chat.composer.click();
    await chat.composer.pressSequentially('/review');
    await chat.frame
      .locator('[data-testid="completion-item"][data-name="review:checklist"]')
      .waitFor({ state: 'detached' });
    await chat.composer.fill('');
    await chat.ask('/skill:review:checklist');
    await chat.messages('assistant').filter({ hasText: 'No skill "review:checklist"' }).waitFor();
  });
});

describe.skipIf(editorMissing !== undefined)('hooks', () => {
  const editor = useEditor();

  test('a blocked call shows the reason, the model goes on with it, and the run can be opened', async () => {
    const guard =
      "hooks:\n  PreToolUse:\n    - match: Bash(git push *)\n      hooks:\n        - type: command\n          command: echo 'Pushing is done by a person.' >&2; exit 2\n";
    const { chat, window } = await editor.openChat({ ...files, '.vak/hooks/guard.yaml': guard });
    onTestFinished(() => window.screenshot('hook'));
    await chat.ask('say ready');
    await approveHook(window);
    await chat.ask('call bash {"command":"git push"}\nsay going on');
    await chat.toolCards('failed').filter({ hasText: 'git push' }).waitFor();
    await chat.messages('assistant').filter({ hasText: 'Pushing is done by a person.' }).waitFor();
    const run = chat.part('hook-run').filter({ hasText: 'PreToolUse' }).first();
    await run.locator('button').first().click();
    await run.filter({ hasText: 'exit 2' }).waitFor();
  });
});

/** Approves the project's hook in the tree below the chat, as a person would. */
async function approveHook(window: Workbench): Promise<void> {
  const extensions = await Pane.open(window, 'Extensions');
  await extensions.expand('Hooks');
  await extensions.press('guard.yaml', 'Approve');
  await agreeTo(window, 'Approve');
}
