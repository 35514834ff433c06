import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createNodeHost } from '../../../../src/agent/host/node/nodeHost.ts';
import { applyImport, importTool, planImport } from '../../../../src/agent/import/planImport.ts';
import { type FileTree, tempFolder } from '../../../support/tempFolder.ts';

function world(files: FileTree) {
  const folder = tempFolder({ 'home/': '', 'w/': '', ...files });
  const home = path.join(folder, 'home');
  const host = createNodeHost({ variables: { HOME: home, XDG_CONFIG_HOME: path.join(home, 'config') } });
  const inside = (file: string) => path.relative(folder, file);
  return {
    host,
    folder,
    async plan(tool: 'claude' | 'codex') {
      const plan = await planImport(tool, path.join(folder, 'w'), host);
      return {
        plan,
        files: Object.fromEntries(plan.files.map((file) => [inside(file.path), parse(file.content)])),
        losses: plan.losses.map(({ from, what }) => `${inside(from)}: ${what}`),
        why: plan.losses.map(({ why }) => why).join('\n'),
      };
    },
  };
}

const hooksOf = (hooks: unknown) => JSON.stringify({ permissions: { allow: [] }, hooks });
const command = (text: string, more: object = {}) => ({ type: 'command', command: text, ...more });

describe('importing from Claude Code', () => {
  it('carries hooks over, each to the layer that it comes from', async () => {
    const { files, losses } = await world({
      'home/.claude/settings.json': hooksOf({
        PreToolUse: [
          { matcher: 'Bash', hooks: [command('guard.sh', { timeout: 10, if: 'Bash(git push *)' })] },
        ],
      }),
      'w/.claude/settings.json': hooksOf({ Stop: [{ hooks: [command('"$CLAUDE_PROJECT_DIR"/check.sh')] }] }),
    }).plan('claude');
    expect(files).toEqual({
      'home/config/vak/hooks/claude.yaml': {
        hooks: {
          PreToolUse: [
            {
              matcher: 'Bash',
              hooks: [{ type: 'command', command: 'guard.sh', timeout: 10, match: 'Bash(git push *)' }],
            },
          ],
        },
      },
      'w/.vak/hooks/claude.yaml': {
        hooks: { Stop: [{ hooks: [{ type: 'command', command: '"$PWD"/check.sh', timeout: 600 }] }] },
      },
    });
    expect(losses).toEqual([]);
  });

  it('says what of hooks can’t be carried over, and carries over the rest', async () => {
    const { files, losses } = await world({
      'w/.claude/settings.json': hooksOf({
        TaskCompleted: [{ hooks: [command('x')] }],
        PreToolUse: [
          { matcher: '(?!Bash).*', hooks: [command('x')] },
          {
            matcher: 'Edit, Write',
            hooks: [{ type: 'prompt', prompt: 'ok?' }, command('y', { async: true })],
          },
          { hooks: [command('$CLAUDE_PLUGIN_ROOT/z', { args: ['a b'] })] },
        ],
      }),
    }).plan('claude');
    expect(losses).toEqual([
      'w/.claude/settings.json: hooks.TaskCompleted',
      'w/.claude/settings.json: hooks.PreToolUse[0].matcher',
      'w/.claude/settings.json: hooks.PreToolUse[1].hooks[0]',
      'w/.claude/settings.json: hooks.PreToolUse[1].hooks[1].async',
      'w/.claude/settings.json: hooks.PreToolUse[2].hooks[0].command',
    ]);
    expect(files['w/.vak/hooks/claude.yaml']).toEqual({
      hooks: {
        PreToolUse: [
          { matcher: 'Edit|Write', hooks: [{ type: 'command', command: 'y', timeout: 600 }] },
          { hooks: [{ type: 'command', command: "$CLAUDE_PLUGIN_ROOT/z 'a b'", timeout: 600 }] },
        ],
      },
    });
  });

  it('carries servers over, one file each', async () => {
    const servers = {
      fs: { command: 'npx', args: ['-y', 'server-fs'], env: { A: '1' } },
      'my docs': { type: 'http', url: 'https://docs.example/mcp', headers: { K: '${TOKEN}' } },
      odd: { type: 'ws', url: 'wss://x' },
    };
    const { files, losses, why } = await world({
      'w/.mcp.json': JSON.stringify({ mcpServers: servers }),
    }).plan('claude');
    expect(files).toEqual({
      'w/.vak/mcp_servers/fs.yaml': { id: 'fs', command: 'npx', args: ['-y', 'server-fs'], env: { A: '1' } },
      'w/.vak/mcp_servers/my-docs.yaml': {
        id: 'my-docs',
        type: 'http',
        url: 'https://docs.example/mcp',
        headers: { K: '${TOKEN}' },
      },
    });
    expect(losses).toEqual([
      'w/.mcp.json: server my docs',
      'w/.mcp.json: server my docs',
      'w/.mcp.json: server odd.type',
    ]);
    expect(why).toContain('does not expand');
  });

  it('says that a file can’t be read', async () => {
    const { losses } = await world({ 'w/.mcp.json': '{', 'home/.claude.json': '[]' }).plan('claude');
    expect(losses.sort()).toEqual(['home/.claude.json: the file', 'w/.mcp.json: the file']);
  });
});

describe('importing from Codex', () => {
  it('carries servers and hooks over in its own words', async () => {
    const { files, losses } = await world({
      'home/.codex/config.toml': [
        'model = "x"',
        '[mcp_servers.docs]',
        'command = "docs"',
        'startup_timeout_sec = 5',
        'enabled = false',
        'enabled_tools = ["search"]',
        'bearer_token_env_var = "T"',
      ].join('\n'),
      'home/.codex/hooks.json': hooksOf({
        SessionStart: [{ matcher: 'startup', hooks: [command('hello')] }],
      }),
    }).plan('codex');
    expect(files).toEqual({
      'home/config/vak/mcp_servers/docs.yaml': {
        id: 'docs',
        command: 'docs',
        tools: ['search'],
        disabled: true,
        startup_timeout_seconds: 5,
      },
      'home/config/vak/hooks/codex.yaml': {
        hooks: {
          SessionStart: [
            { matcher: 'startup', hooks: [{ type: 'command', command: 'hello', timeout: 600 }] },
          ],
        },
      },
    });
    expect(losses).toEqual(['home/.codex/config.toml: server docs.bearer_token_env_var']);
  });
});

describe('writing an import', () => {
  const settings = {
    'w/.mcp.json': JSON.stringify({ mcpServers: { a: { command: 'a' }, b: { command: 'b' } } }),
  };

  it('happens only when asked for, and never over a file that is there', async () => {
    const { plan, host, folder } = world({ ...settings, 'w/.vak/mcp_servers/b.yaml': 'mine' });
    const { plan: planned, losses } = await plan('claude');
    const written = path.join(folder, 'w/.vak/mcp_servers/a.yaml');
    expect(existsSync(written)).toBe(false);
    await applyImport(planned, host);
    expect(readFileSync(written, 'utf8')).toContain('id: a');
    expect(readFileSync(path.join(folder, 'w/.vak/mcp_servers/b.yaml'), 'utf8')).toBe('mine');
    expect(losses).toEqual(['w/.vak/mcp_servers/b.yaml: a file that is there already']);
  });

  it('has nothing to do where nothing is', async () => {
    const { plan } = await world({}).plan('codex');
    expect(plan).toEqual({ files: [], losses: [], read: [] });
  });

  it.each([undefined, 'cursor'])('needs one of the known tools, not %s', (word) => {
    expect(() => importTool(word)).toThrow('vak import claude|codex');
  });
});
