import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';
import { childrenOf, commandLine, eventually, processesNaming, processTree } from '../support/processes.ts';
import { projectRoot } from '../support/projectRoot.ts';

const modules = path.join(projectRoot, 'node_modules/@modelcontextprotocol');
const everything = path.join(modules, 'server-everything/dist/index.js');
const filesystem = path.join(modules, 'server-filesystem/dist/index.js');

/** A file of VS Code's own with two real servers. */
const mcpJson = `{
  // Servers of this workspace.
  "servers": {
    "everything": { "type": "stdio", "command": "node", "args": ["${everything}", "stdio"] },
    "files": { "command": "node", "args": ["${filesystem}", "\${workspaceFolder}"] },
  }
}`;
const files = { '.vscode/mcp.json': mcpJson, 'menu.md': '- Assam: 320\n' };

describe.skipIf(editorMissing !== undefined)('servers of the workspace', () => {
  const editor = useEditor();

  test('are listed and called after they were allowed, run in the extension host, and end with the window', async () => {
    const { chat, window, folder } = await editor.openChat(files);
    const { server } = editor;
    await chat.ask('say hello');
    await window.runCommand('Vakil: Allow MCP Servers of This Workspace');
    // The palette does not say when a command is done.
    const listed = async () => {
      await chat.ask('call mcp {"action":"list"}');
      return chat.messages('assistant').last().textContent();
    };
    await expect.poll(listed, { timeout: 60_000 }).toContain('mcp ok: everything:');
    await chat.send(
      [
        'call mcp__everything__echo {"message":"tea"}',
        `call mcp__files__read_text_file {"path":"${folder}/menu.md"}`,
      ].join('\n'),
    );
    await chat.answer('allow_once');
    await chat.answer('allow_once');
    await chat.idle();
    const answer = chat.messages('assistant').last();
    await answer.filter({ hasText: 'mcp__everything__echo ok: Echo: tea' }).waitFor();
    await answer.filter({ hasText: 'mcp__files__read_text_file ok: - Assam: 320' }).waitFor();
    await window.screenshot('mcp');

    const running = server
      .processes()
      .filter((pid) => /server-(everything|filesystem)/.test(commandLine(pid)));
    expect(running.length).toBe(2);
    const agents = server.processes().filter((pid) => commandLine(pid).includes('agent.mjs'));
    expect(agents.length).toBe(1);
    const below = agents.flatMap((pid) => processTree(pid));
    expect(running.filter((pid) => below.includes(pid))).toEqual([]);
    const hosts = server.processes().filter((pid) => running.some((each) => childrenOf(pid).includes(each)));
    expect(hosts.map((pid) => commandLine(pid).includes('--type=extensionHost'))).toEqual([true]);

    await window.close();
    const gone = await eventually(
      () =>
        processesNaming(server.folder).every(
          (pid) => !/server-(everything|filesystem)/.test(commandLine(pid)),
        ),
      30_000,
    );
    expect(gone).toBe(true);
  });
});
