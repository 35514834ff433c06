import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogueWorld, type World } from '../../../support/catalogueWorld.ts';
import type { FileTree } from '../../../support/tempFolder.ts';

/** Items of a kind as `name state`, and problems as `file:line code: message`. */
async function look(world: World, kind: string) {
  const catalogue = await world.build();
  const items = catalogue.items.filter((i) => i.kind === kind).map((i) => `${i.name} ${i.state}`);
  const told = catalogue.diagnostics.map(
    (d) => `${path.basename(d.path)}:${d.line}:${d.column} ${d.severity}: ${d.message}`,
  );
  return { items, told, catalogue };
}

const server = (text: string): FileTree => ({ 'config/mcp_servers/s.yaml': text });
const hook = (text: string): FileTree => ({ 'config/hooks/h.yaml': text });

describe('server definitions', () => {
  test('are normalized, with their defaults', async () => {
    const { catalogue } = await look(
      await catalogueWorld({
        'config/mcp_servers/a.yaml':
          'id: a\ncommand: uvx\nargs: [serena]\nenv: { TOKEN: secret }\nserves: vcs, Web\n',
        'config/mcp_servers/b.yaml':
          'id: b\nurl: https://example.com/mcp\nheaders: { X: y }\ntools: [t]\nrequired: true\nstartup_timeout_seconds: 5\ntool_timeout_seconds: 1.5\n',
        'config/config.toml': '[mcp.servers.c]\ntype = "sse"\nurl = "http://localhost:1/sse"\n',
      }),
      'mcp',
    );
    const unsaid = {
      args: [],
      env: {},
      headers: {},
      executors: ['local'],
      required: false,
      disabled: false,
      startupTimeoutMs: 30_000,
      toolTimeoutMs: 300_000,
    };
    const { servers } = catalogue;
    expect(servers.map(({ origin, source, ...rest }) => ({ ...rest, from: [source, origin.line] }))).toEqual([
      {
        ...unsaid,
        id: 'a',
        type: 'stdio',
        typeAssumed: true,
        command: 'uvx',
        args: ['serena'],
        env: { TOKEN: 'secret' },
        serves: ['vcs', 'web'],
        from: ['user', undefined],
      },
      {
        ...unsaid,
        id: 'b',
        type: 'http',
        typeAssumed: true,
        url: 'https://example.com/mcp',
        headers: { X: 'y' },
        tools: ['t'],
        required: true,
        startupTimeoutMs: 5000,
        toolTimeoutMs: 1500,
        from: ['user', undefined],
      },
      {
        ...unsaid,
        id: 'c',
        type: 'sse',
        typeAssumed: false,
        url: 'http://localhost:1/sse',
        from: ['user', 1],
      },
    ]);
  });

  test.each([
    [
      'an id unlike the file',
      'id: t\ncommand: x\n',
      '1:1 error: "id" is "t": it must be "s", as the file is named.',
    ],
    ['neither command nor url', 'id: s\n', '1:1 error: A server needs a "command" or a "url".'],
    [
      'stdio with a url',
      'id: s\ncommand: x\nurl: https://example.com\n',
      '3:1 error: A stdio server takes no "url".',
    ],
    [
      'http with args',
      'id: s\nurl: https://example.com\nargs: [x]\n',
      '3:1 error: A server of type http takes no "args".',
    ],
    ['http without a url', 'id: s\ntype: http\n', '2:1 error: A server of type http needs a "url".'],
    [
      'an address that is none',
      'id: s\nurl: ftp://example.com\n',
      '2:6 error: "url" is "ftp://example.com": allowed is an http or https address.',
    ],
    ['an unknown type', 'id: s\ntype: ws\n', '2:7 error: "type" is "ws": allowed is "stdio", "http", "sse".'],
    [
      'an unknown executor',
      'id: s\ncommand: x\nexecutors: [devbox]\n',
      '3:1 error: There is no executor "devbox" that can run a server: allowed is local.',
    ],
    [
      'a number for a variable',
      'id: s\ncommand: x\nenv:\n  PORT: 8080\n',
      '4:9 error: "env.PORT" is 8080: allowed is a text.',
    ],
    ['no YAML', 'id: [\n', '2:1 error: '],
  ])('are an error with %s', async (_, text, problem) => {
    const { items, told } = await look(await catalogueWorld(server(text)), 'mcp');
    expect(items).toEqual(['s error']);
    expect(told).toEqual([expect.stringContaining(`s.yaml:${problem}`)]);
  });

  test.each([
    ['a ${VAR}', 'id: s\ncommand: x\nenv: { A: "${HOME}" }\n', 'nothing is expanded'],
    ['a line end in a token', 'id: s\ncommand: x\nenv: { A: "tok\\n" }\n', 'begins or ends with a blank'],
    ['a variable that loads code', 'id: s\ncommand: x\nenv: { NODE_OPTIONS: "-r x" }\n', 'load code'],
    ['no id', 'command: x\n', '"id" is missing'],
    ['an unknown key', 'id: s\ncomand: y\ncommand: x\n', 'did you mean "command"'],
  ])('are used with a warning for %s', async (_, text, message) => {
    const { items, told } = await look(await catalogueWorld(server(text)), 'mcp');
    expect(items).toEqual(['s active']);
    expect(told).toEqual([expect.stringContaining(message)]);
  });

  test('that are disabled turn off what stands behind them', async () => {
    const { items, catalogue } = await look(
      await catalogueWorld({
        'config/mcp_servers/s.yaml': 'id: s\ncommand: x\ndisabled: true\n',
        'config/config.toml': '[mcp.servers.s]\ncommand = "y"\n',
      }),
      'mcp',
    );
    expect(items).toEqual(['s disabled', 's shadowed']);
    expect(catalogue.servers).toEqual([]);
  });

  test('may name a configured executor that is not virtual', async () => {
    const { items } = await look(
      await catalogueWorld({
        'config/executors/devbox.yaml': 'type: ssh\nhost: dev\n',
        'config/executors/files.yaml': 'type: virtual\n',
        'config/mcp_servers/a.yaml': 'id: a\ncommand: x\nexecutors: [local, devbox]\n',
        'config/mcp_servers/b.yaml': 'id: b\ncommand: x\nexecutors: [files]\n',
      }),
      'mcp',
    );
    expect(items).toEqual(['a active', 'b error']);
  });
});

describe('hook definitions', () => {
  test('of both forms are normalized, in their order', async () => {
    const world = await catalogueWorld({
      'config/config.toml':
        '[[hooks]]\nevent = "stop"\ncommand = "a"\n\n[[hooks]]\nevent = "PreToolUse"\nmatch = "Bash(git push *)"\ncommand = "b"\ntimeout_ms = 5000\nfailure_mode = "closed"\n',
      'config/hooks/z.yaml':
        'hooks:\n  pre_tool_use:\n    - matcher: bash|edit\n      hooks:\n        - { type: command, command: c, on_failure: block }\n        - { type: command, script: run.sh, args: [--x], timeout: 2 }\n',
      'config/hooks/run.sh': '#!/bin/sh\n',
      'project/.vak/config.yaml': 'hooks:\n  - { event: session-start, command: d, enabled: false }\n',
    });
    chmodSync(path.join(world.configHome, 'hooks/run.sh'), 0o755);
    const { items, catalogue } = await look(world, 'hook');
    expect(items).toEqual([
      'config.toml#Stop[0] active',
      'config.toml#PreToolUse[0] active',
      'z.yaml#PreToolUse[0] active',
      'z.yaml#PreToolUse[1] active',
      'config.yaml#SessionStart[0] disabled',
    ]);
    expect(
      catalogue.hooks.map(({ origin, source, name, ...rest }) => ({ ...rest, line: origin.line })),
    ).toEqual([
      {
        form: 'toml',
        event: 'Stop',
        command: 'a',
        args: [],
        timeoutMs: 10_000,
        enabled: true,
        failure: 'open',
        line: 1,
      },
      {
        form: 'toml',
        event: 'PreToolUse',
        match: 'Bash(git push *)',
        command: 'b',
        args: [],
        timeoutMs: 5000,
        enabled: true,
        failure: 'closed',
        line: 5,
      },
      {
        form: 'yaml',
        event: 'PreToolUse',
        matcher: 'bash|edit',
        command: 'c',
        args: [],
        timeoutMs: 60_000,
        enabled: true,
        failure: 'closed',
        line: 5,
      },
      {
        form: 'yaml',
        event: 'PreToolUse',
        matcher: 'bash|edit',
        script: path.join(world.configHome, 'hooks/run.sh'),
        args: ['--x'],
        timeoutMs: 2000,
        enabled: true,
        failure: 'open',
        line: 6,
      },
    ]);
  });

  const handler = (fields: string, event = 'PreToolUse') =>
    hook(`hooks:\n  ${event}:\n    - hooks:\n        - { type: command, ${fields} }\n`);

  test.each<[string, FileTree, string]>([
    ['an unknown event', hook('hooks:\n  PreTool:\n    - hooks: []\n'), 'There is no event "PreTool"'],
    ['no type', hook('hooks:\n  Stop:\n    - hooks:\n        - { command: x }\n'), 'type'],
    [
      'another type',
      hook('hooks:\n  Stop:\n    - hooks:\n        - { type: prompt, command: x }\n'),
      'allowed is "command"',
    ],
    ['both command and script', handler('command: x, script: y.sh'), 'exactly one'],
    ['neither', handler('timeout: 1'), 'exactly one'],
    ['args with a command', handler('command: x, args: [a]'), 'only with a "script"'],
    ['a timeout of 0', handler('command: x, timeout: 0'), 'a number above 0'],
    [
      'on_failure where nothing can be blocked',
      handler('command: x, on_failure: block', 'Stop'),
      'allowed only on',
    ],
    ['a matcher with a look-ahead', handler('command: x, matcher: "a(?=b)"'), 'RE2'],
    ['a match that is no rule', handler('command: x, match: "not a rule ("'), 'allowed is a rule'],
    ['a script that is missing', handler('script: nope.sh'), 'does not exist'],
    [
      'a script without a shebang',
      { ...handler('script: s.sh'), 'config/hooks/s.sh': 'echo' },
      'does not begin with "#!"',
    ],
    [
      'a script that is not executable',
      { ...handler('script: s.sh'), 'config/hooks/s.sh': '#!/bin/sh\n' },
      'not executable',
    ],
    [
      'an entry of a table without a command',
      { 'config/config.toml': '[[hooks]]\nevent = "stop"\n' },
      '"command" is missing',
    ],
    ['a file that is no YAML', hook('hooks: [\n'), 'YAML'],
    ['a configuration that is no TOML', { 'config/config.toml': 'a = \n' }, 'TOML'],
    ['hooks that are no list', { 'config/config.toml': 'hooks = 3\n' }, 'allowed is a list'],
  ])('of the user fail the whole with %s', async (_, files, message) => {
    const { catalogue } = await look(await catalogueWorld(files), 'hook');
    expect(catalogue.fatal).toMatchObject({
      severity: 'error',
      message: expect.stringContaining(message),
      line: expect.any(Number),
    });
    expect(catalogue.diagnostics[0]).toBe(catalogue.fatal);
  });

  test('of a project that are broken spoil only themselves', async () => {
    const { items, catalogue } = await look(
      await catalogueWorld({
        'project/.vak/config.toml':
          '[[hooks]]\nevent = "stop"\n\n[[hooks]]\nevent = "stop"\ncommand = "x"\nenabled = false\n',
      }),
      'hook',
    );
    expect(items).toEqual(['config.toml#Stop[0] error', 'config.toml#Stop[1] disabled']);
    expect(catalogue.fatal).toBeUndefined();
  });

  test('with a match on an event without a tool run with a warning', async () => {
    const { items, told } = await look(
      await catalogueWorld({
        'config/config.toml': '[[hooks]]\nevent = "stop"\nmatch = "Bash"\ncommand = "x"\n',
      }),
      'hook',
    );
    expect(items).toEqual(['config.toml#Stop[0] active']);
    expect(told).toEqual([expect.stringContaining('config.toml:3:9 warning')]);
  });
});
