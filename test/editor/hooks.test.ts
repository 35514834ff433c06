import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
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
});
