import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { packFixture } from '../support/editor/packFixture.ts';
import { useEditor } from '../support/editor/suite.ts';
import { projectRoot } from '../support/projectRoot.ts';
import { suiteFolder } from '../support/tempFolder.ts';

describe.skipIf(editorMissing !== undefined)('a model of the editor', () => {
  const folder = suiteFolder();
  const editor = useEditor(async () => ({ vsix: [packFixture('models', folder)] }));

  test('is chosen in the set-up and answers at once, with tools', async () => {
    const { chat } = await editor.openChat({ 'README.md': '# Tea shop\n' });
    await chat.part('setup').getByText('Use the editor').first().waitFor();
    await chat.part('setup').getByText('Choose model').first().click();
    await chat.part('setup').waitFor({ state: 'detached' });
    await chat.ask('hello');
    await chat.messages('assistant').filter({ hasText: 'I was offered many tools.' }).waitFor();
    await chat.ask('read it');
    await chat.toolCards('completed').filter({ hasText: 'README.md' }).waitFor();
    await chat.messages('assistant').filter({ hasText: 'It says # Tea shop' }).waitFor();
  });
});

describe.skipIf(editorMissing !== undefined)('another agent', () => {
  const editor = useEditor({
    machineSettings: {
      'vak.agent.command': process.execPath,
      'vak.agent.args': [path.join(projectRoot, 'test/support/foreignAgent.mjs'), 'banner', 'early-updates'],
    },
  });

  test('converses, and is given what our commands become', async () => {
    const { chat } = await editor.openChat({ '.vak/commands/fix.md': 'please fix $ARGUMENTS\n' });
    await chat.ask('hello');
    await chat.messages('assistant').filter({ hasText: 'you said hello' }).waitFor();
    await chat.composer.fill('');
    await chat.composer.pressSequentially('/');
    const names = () =>
      chat.part('completion-item').evaluateAll((all) => all.map((item) => item.dataset['name']));
    await chat.frame.locator('[data-testid="completion-item"][data-name="fix"]').waitFor();
    expect(await names()).toContain('early');
    await chat.ask('/fix the bug');
    await chat.messages('assistant').filter({ hasText: 'you said please fix the bug' }).waitFor();
  });
});
