import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';

describe.skipIf(editorMissing !== undefined)('workers', () => {
  const editor = useEditor();
  const task = (label: string, prompt: string) =>
    `call task ${JSON.stringify({ label, prompt, readonly: true })}`;

  test('three run at once: one is steered, one stopped, the answer names all three, and a reload keeps what they said', async () => {
    const { chat, window } = await editor.openChat({ 'README.md': '# Tea\n' });
    const slow = 'wait 120000\nsay too late';
    await chat.send(
      [
        task('Steered', 'wait 4000\ncall glob {"pattern":"*"}\nsay as planned'),
        `& ${task('Stopped', slow)}`,
        `& ${task('Left alone', 'say untouched')}`,
      ].join('\n'),
    );
    const worker = (title: string) => chat.part('worker-card').filter({ hasText: title });
    await worker('Stopped').waitFor();
    await window.screenshot('workers');
    await worker('Steered').locator('[data-testid="worker-open"]').click();
    await chat.composer.fill('say steered instead');
    await chat.composer.press('Enter');
    await window.screenshot('worker-open');
    await chat.composer.press('Escape');
    await worker('Stopped').locator('[data-testid="worker-stop"]').click();
    await chat.idle();
    const answer = await chat.messages('assistant').last().textContent();
    expect(answer).toMatch(
      /task ok: .*steered instead[\s\S]*task failed: Worker stopped[\s\S]*task ok: untouched/,
    );
    await window.reloadWindow();
    await chat.messages('assistant').last().filter({ hasText: 'untouched' }).waitFor();
    await worker('Left alone').locator('[data-testid="worker-open"]').click();
    await chat.messages('assistant').filter({ hasText: 'untouched' }).waitFor();
  });
});
