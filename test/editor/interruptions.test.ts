import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';
import { commandLine, endProcess, eventually, processesNaming } from '../support/processes.ts';

/** Streams for as long as nobody ends it, a second at a time. */
const endless = ['say It begins.', ...Array.from({ length: 300 }, () => 'stream 20 tick \nwait 1000')].join(
  '\n',
);

describe.skipIf(editorMissing !== undefined)('an interrupted turn', () => {
  const editor = useEditor();

  /** The agent processes of this editor. */
  function agents(): readonly number[] {
    return processesNaming(editor.server.folder).filter((pid) => /\/dist\/agent\.mjs/.test(commandLine(pid)));
  }

  test('ends at once on Escape, keeps what came, and the next prompt works', async () => {
    const { chat } = await editor.openChat();
    await chat.send(endless);
    await chat.messages('assistant').filter({ hasText: 'It begins.' }).waitFor();
    await chat.composer.press('Escape');
    await chat.idle();
    await chat.messages('assistant').filter({ hasText: 'It begins.' }).waitFor();
    await chat.ask('say Next one.');
    await chat.messages('assistant').filter({ hasText: 'Next one.' }).waitFor();
  });

  test('a finished conversation looks the same after the window is loaded anew', async () => {
    const { chat, window } = await editor.openChat({ 'README.md': '# Tea\n' });
    await chat.ask('say One.\ncall read_file {"path":"README.md"}\nsay Two.');
    await chat.ask('say And **three**.');
    const before = await chat.transcript();
    await window.reloadWindow();
    await window.showContainer('Vakil');
    await chat.messages('assistant').filter({ hasText: 'And three.' }).waitFor();
    expect(await chat.transcript()).toEqual(before);
  });

  test('a turn that ran when the window was loaded anew is not lost and not busy for ever', async () => {
    const { chat, window } = await editor.openChat();
    await chat.send(endless);
    await chat.messages('assistant').filter({ hasText: 'It begins.' }).waitFor();
    await window.reloadWindow();
    await window.showContainer('Vakil');
    await chat.messages('assistant').filter({ hasText: 'It begins.' }).waitFor();
    await chat.idle();
    await chat.ask('say After the reload.');
    await chat.messages('assistant').filter({ hasText: 'After the reload.' }).waitFor();
  });

  test('a killed agent is started again, and the conversation goes on', async () => {
    const { chat } = await editor.openChat();
    await chat.ask('say Remember me.');
    await chat.send(endless);
    await chat.messages('assistant').filter({ hasText: 'It begins.' }).waitFor();
    const killed = agents();
    expect(killed).toHaveLength(1);
    for (const pid of killed) endProcess(pid, 'SIGKILL');
    await chat.idle();
    await chat.part('notice').first().waitFor();
    await chat.ask('say Back again.');
    await chat.messages('assistant').filter({ hasText: 'Back again.' }).waitFor();
    expect(await chat.messages('assistant').filter({ hasText: 'Remember me.' }).count()).toBe(1);
    expect(agents().filter((pid) => killed.includes(pid))).toEqual([]);
  });

  test('windows leave no process of theirs behind when they close', async () => {
    await eventually(() => agents().length === 0, 20_000);
    const first = await editor.openChat();
    const second = await editor.openChat();
    await first.chat.ask('say one');
    await second.chat.ask('say two');
    await second.chat.send('call bash {"command":"ASK=1 sleep 987"}');
    await second.chat.answer('allow_once');
    const sleeping = () => processesNaming('sleep').filter((pid) => commandLine(pid) === 'sleep 987');
    expect(await eventually(() => sleeping().length === 1, 10_000)).toBe(true);
    expect(agents()).toHaveLength(2);
    await first.window.close();
    await second.window.close();
    // The server keeps the extension host of a page that went away for five seconds.
    expect(await eventually(() => agents().length === 0 && sleeping().length === 0, 30_000)).toBe(true);
  });
});
