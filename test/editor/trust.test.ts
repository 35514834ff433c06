import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { agreeTo, dialog, Pane } from '../support/editor/pane.ts';
import { useEditor } from '../support/editor/suite.ts';
import { projectRoot } from '../support/projectRoot.ts';

const server = path.join(projectRoot, 'test/fixtures/mcp/matrixServer.mjs');
const files = {
  'AGENTS.md': 'Prices are whole cents.\n',
  '.vak/skills/brewing/SKILL.md':
    '---\nname: brewing\ndescription: How tea is brewed.\n---\nAssam: 95 degrees.\n',
  '.vak/hooks/guard.yaml':
    "hooks:\n  PreToolUse:\n    - match: Bash(git push *)\n      hooks:\n        - type: command\n          command: echo 'Pushing is done by a person.' >&2; exit 2\n",
  '.vak/mcp_servers/kettle.yaml': `id: kettle\ncommand: node\nargs: ["${server}", "--era=stateful"]\n`,
  '.vscode/mcp.json': JSON.stringify({
    servers: { scales: { command: 'node', args: [server, '--era=stateful'] } },
  }),
};

describe.skipIf(editorMissing !== undefined)('a folder in Restricted Mode', () => {
  const editor = useEditor({
    workspaceTrust: true,
    settings: {
      'security.workspace.trust.startupPrompt': 'never',
      'security.workspace.trust.banner': 'never',
    },
  });

  test('brings nothing until it is trusted; then all of it counts at once, and what runs code asks for itself', async () => {
    const { chat, window } = await editor.openChat(files, { width: 1280, height: 1000 });
    await chat.ask('/skill:brewing how hot?');
    await chat.messages('assistant').filter({ hasText: 'No skill "brewing" can be used' }).waitFor();
    await chat.ask('what do you know about this project?');
    const told = (await chat.messages('assistant').last().textContent()) ?? '';
    expect([told.includes('Prices are whole cents'), told.includes('How tea is brewed')]).toEqual([
      false,
      false,
    ]);
    const restricted = chat.frame.getByRole('button', { name: 'Restricted' });
    await restricted.waitFor();

    const extensions = await Pane.open(window, 'Extensions');
    for (const group of ['Skills', 'Hooks', 'MCP servers']) await extensions.expand(group);
    for (const row of ['brewing', 'guard.yaml', 'kettle'])
      expect([row, await extensions.buttons(row)]).toEqual([row, ['Trust This Workspace…']]);
    await window.screenshot('restricted');
    await extensions.press('brewing', 'Trust This Workspace');
    await window.page.getByRole('button', { name: 'Trust', exact: true }).first().click();
    await extensions.row('brewing').filter({ hasNotText: 'untrusted' }).waitFor();
    await restricted.waitFor({ state: 'detached' });
    const editorOfTrust = window.page.locator('.monaco-modal-editor-block');
    await editorOfTrust.locator('a[aria-label^="Close"]').first().click();
    await editorOfTrust.waitFor({ state: 'detached' });

    for (const row of ['guard.yaml', 'kettle'])
      expect([row, await extensions.buttons(row)]).toEqual([row, ['Approve…']]);
    await window.screenshot('trusted');
    await extensions.press('guard.yaml', 'Approve');
    await dialog(window, 'Pushing is done by a person.').waitFor();
    await window.screenshot('approval');
    await agreeTo(window, 'Approve');
    await extensions
      .row('guard.yaml')
      .filter({ hasNotText: /untrusted|waits/ })
      .waitFor();

    const servers = await Pane.open(window, 'MCP servers');
    await servers.press('kettle', 'Allow');
    await dialog(window, 'kettle').filter({ hasText: server }).waitFor();
    await agreeTo(window, 'Approve');
    await servers
      .row('kettle')
      .filter({ hasNotText: /untrusted|waits/ })
      .waitFor();
    await servers.press('scales', 'Allow');
    await servers
      .row('scales')
      .filter({ hasNotText: /untrusted|waits/ })
      .waitFor();
    await window.screenshot('approved servers');

    await chat.ask(
      [
        '/skill:brewing call bash {"command":"git push"}',
        'call mcp {"action":"list","server":"kettle"}',
        'call mcp {"action":"list","server":"scales"}',
      ].join('\n'),
    );
    const answer = (await chat.messages('assistant').last().textContent()) ?? '';
    expect(answer).toContain('bash failed: Pushing is done by a person.');
    for (const name of ['kettle', 'scales']) expect(answer).toContain(`mcp ok: ${name}: 6 tools`);
  });
});
