import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { dialog, Pane } from '../support/editor/pane.ts';
import { useEditor } from '../support/editor/suite.ts';
import type { Workbench } from '../support/editor/workbench.ts';
import { signInPage, startSignInServer } from '../support/mcp/signInServer.ts';
import { projectRoot } from '../support/projectRoot.ts';
import { writeTree } from '../support/tempFolder.ts';

const formServer = path.join(projectRoot, 'test/fixtures/mcp/formServer.mjs');
const token = 'a-very-secret-token';

describe.skipIf(editorMissing !== undefined)('what servers ask of the person', () => {
  const editor = useEditor({
    home: {
      'config/vak/config.toml':
        '[permissions]\nallow = ["mcp__forms__*", "mcp__shop__*", "mcp__tea__*", "mcp__kettle__*"]\n',
      'config/vak/mcp_servers/forms.yaml': `id: forms\ncommand: node\nargs: ["${formServer}"]\n`,
    },
  });

  test('a form is filled in, corrected where it is wrong, and answered; or declined, or dismissed', async () => {
    const { chat, window } = await editor.openChat();
    const order = 'call mcp__forms__order {}';
    await chat.send([order, order, order].join('\n'));
    const form = chat.part('elicitation');
    const field = (label: string) => form.getByLabel(label, { exact: false }).first();
    const said = (text: string) => form.getByRole('alert').filter({ hasText: text }).first().waitFor();
    const focused = () => chat.frame.locator(':focus').getAttribute('id');
    await form.filter({ hasText: 'forms: What may it be?' }).waitFor();
    await form.getByRole('button', { name: 'Send' }).click();
    await said('This is needed.');
    expect(await focused()).toBe('field-tea');
    await field('Tea').fill('te');
    await field('E-mail').fill('nobody');
    await field('Cups').fill('1.5');
    await field('Degrees').fill('hot');
    await field('Cups').press('Enter');
    for (const problem of [
      'At least 3 characters.',
      'This is not an e-mail address.',
      'This is not a whole number.',
      'This is not a number.',
    ])
      await said(problem);
    await window.screenshot('form wrong');
    await field('Tea').fill('Assam');
    await field('E-mail').fill('me@example.org');
    await field('Cups').fill('13');
    await field('Degrees').fill('92.5');
    await field('With milk').uncheck();
    await field('Size').selectOption('Medium');
    await field('lemon').check();
    await form.getByRole('button', { name: 'Send' }).click();
    await said('At most 12.');
    expect(await focused()).toBe('field-cups');
    await field('Cups').fill('12');
    await field('Cups').press('Enter');
    const finished = (count: number) =>
      chat
        .toolCards('completed')
        .nth(count - 1)
        .waitFor();
    await finished(1);
    await form.getByRole('button', { name: 'Decline' }).click();
    await finished(2);
    await field('Tea').press('Escape');
    await finished(3);
    await chat.idle();
    const answer = (await chat.messages('assistant').last().textContent()) ?? '';
    const accepted = {
      tea: 'Assam',
      mail: 'me@example.org',
      cups: 12,
      degrees: 92.5,
      milk: false,
      size: 'm',
      extras: ['lemon'],
    };
    for (const part of [
      JSON.stringify({ action: 'accept', content: accepted }),
      JSON.stringify({ action: 'decline' }),
      JSON.stringify({ action: 'cancel' }),
    ])
      expect(answer).toContain(part);
  });

  test('inputs of mcp.json are asked for until they are given, kept from then on, and stand in no file', async () => {
    const { chat, window } = await editor.openChat({ '.vscode/mcp.json': withInputs });
    await chat.ask('say hello');
    await allowServers(window);
    await chat.send('call mcp {"action":"list","server":"shop"}');
    const box = window.page.locator('.quick-input-widget:visible');
    const asked = box.filter({ hasText: 'Token of the shop' });
    await asked.waitFor();
    await window.page.keyboard.press('Escape');
    await chat.idle();
    const servers = await Pane.open(window, 'MCP servers');
    await servers.row('shop').filter({ hasText: '${input:token}: it was not given' }).waitFor();

    await servers.press('shop', 'Restart Server');
    await asked.waitFor();
    expect(await box.locator('input[type="password"]').count()).toBe(1);
    await window.screenshot('input password');
    await box.locator('input').first().fill(token);
    await window.page.keyboard.press('Enter');
    await window.quickRow('south').click();
    await servers.row('shop').filter({ hasText: '2 tools' }).waitFor();

    const lengths = ['TOKEN', 'PLACE'].map((name) => `call mcp__shop__length ${JSON.stringify({ name })}`);
    const both = chat
      .messages('assistant')
      .filter({ hasText: `${token.length} characters` })
      .filter({ hasText: '5 characters' });
    await chat.ask(lengths.join('\n'));
    await both.first().waitFor();
    await window.reloadWindow();
    await window.showContainer('Vakil');
    await chat.ask(lengths.join('\n'));
    await both.nth(1).waitFor();
    expect(await box.count()).toBe(0);
    expect(filesWith(editor.server.folder, token)).toEqual([]);
  });

  test('a server that wants a sign-in says so, and can be used after it without a restart', async () => {
    const [own, shop] = [await startSignInServer(), await startSignInServer()];
    writeTree(editor.server.home, {
      'config/vak/mcp_servers/tea.yaml': `id: tea\nurl: ${own.url}\n`,
    });
    const files = { '.vscode/mcp.json': JSON.stringify({ servers: { kettle: { url: shop.url } } }) };
    const { chat, window } = await editor.openChat(files, { width: 1280, height: 1000 });
    await chat.ask('say hello');
    await allowServers(window);
    await chat.ask('call mcp {"action":"list"}');
    const servers = await Pane.open(window, 'MCP servers');
    for (const name of ['tea', 'kettle']) await servers.row(name).filter({ hasText: 'needs-auth' }).waitFor();
    await window.screenshot('sign-in needed');
    await servers.press('tea', 'Sign In');
    const question = dialog(window, 'Sign in to the MCP server "tea"');
    await question.waitFor();
    await window.screenshot('sign-in question');
    await signInThrough(window, () => question.getByRole('button', { name: 'Open' }).click());
    await servers.row('tea').filter({ hasText: 'tools' }).waitFor();

    await signInThrough(window, () => servers.press('kettle', 'Sign In'));
    await servers.row('kettle').filter({ hasNotText: 'needs-auth' }).waitFor();
    await chat.ask('call mcp__tea__echo {"cup":"hot"}\ncall mcp__kettle__echo {"cup":"cold"}');
    const answer = chat.messages('assistant').last();
    await answer.filter({ hasText: 'mcp__tea__echo ok: {"cup":"hot"}' }).waitFor();
    await answer.filter({ hasText: 'mcp__kettle__echo ok: {"cup":"cold"}' }).waitFor();
    await window.screenshot('sign-in done');
  });
});

const withInputs = JSON.stringify({
  inputs: [
    { id: 'token', type: 'promptString', description: 'Token of the shop', password: true },
    { id: 'place', type: 'pickString', description: 'Which shop?', options: ['north', 'south'] },
  ],
  servers: {
    shop: { command: 'node', args: [formServer], env: { TOKEN: '${input:token}', PLACE: '${input:place}' } },
  },
});

/** Answers the question that stands in the corner. */
async function allowServers(window: Workbench): Promise<void> {
  const toast = window.notification('This workspace brings MCP servers');
  await toast.getByRole('button', { name: 'Allow' }).click();
  await toast.waitFor({ state: 'detached' });
}

/** Does what leads to the browser, and there what a person would. */
async function signInThrough(window: Workbench, start: () => Promise<void>): Promise<void> {
  const opened = window.page.context().waitForEvent('page');
  await start();
  const page = await opened;
  await page.getByRole('link', { name: signInPage.allow }).click();
  await page.getByText('You can close this page').waitFor();
  await page.close();
}

/** Files below a folder that have the text in them. */
function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}
