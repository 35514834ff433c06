import { existsSync, readFileSync, rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { createBash } from '../../../../../src/agent/tools/shell/bash.ts';
import { createBashKill } from '../../../../../src/agent/tools/shell/bashKill.ts';
import { createBashOutput } from '../../../../../src/agent/tools/shell/bashOutput.ts';
import { eventually } from '../../../../support/processes.ts';
import { tempFolder } from '../../../../support/tempFolder.ts';
import { noSandbox, testHost } from '../../../../support/testTurn.ts';
import { callTool, type TestToolContext, toolContext } from '../../../../support/toolContext.ts';

const bash = createBash();
const output = createBashOutput();
const kill = createBashKill();
let open: TestToolContext[] = [];

function context(more: Parameters<typeof toolContext>[1] = {}): TestToolContext {
  const made = toolContext(tempFolder(), more);
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.map((each) => each.state.end()));
  open = [];
});

test.each<[string, string, string, boolean]>([
  ['gives what was printed', 'echo hi', 'hi', false],
  [
    'gives both streams as they came',
    'echo out; echo err >&2; sleep 0.05; echo out2',
    'out\nerr\nout2',
    false,
  ],
  ['puts the exit code behind the output', 'echo hi; exit 3', 'hi\nexit code 3', true],
  ['gives only the exit code when nothing was printed', 'exit 7', 'exit code 7', true],
  ['gives nothing for a silent success', 'true', '', false],
  ['has no input and no terminal', 'cat; test -t 0 || test -t 1 || echo none', 'none', false],
  [
    'has no pager and asks nothing',
    'echo "$PAGER $GIT_PAGER $GIT_TERMINAL_PROMPT $TERM"',
    'cat cat 0 dumb',
    false,
  ],
  ['takes colours away', "printf '\\033[31mred\\033[0m\\n'", 'red', false],
  ['says which signal ended it', 'kill -9 $$', '[ended by signal SIGKILL]', true],
])('%s', async (_title, command, text, isError) => {
  const result = await callTool(bash, { command }, context());
  expect({ text: result.text, isError: result.isError ?? false }).toEqual({ text, isError });
});

test('runs in the working folder', async () => {
  const made = context();
  expect((await callTool(bash, { command: 'pwd' }, made)).text).toBe(made.cwd);
});

test('streams what is printed while the command runs', async () => {
  const made = context();
  await callTool(bash, { command: 'echo one; sleep 0.1; echo two' }, made);
  expect(made.outputs.join('')).toBe('one\ntwo\n');
  expect(made.outputs.length).toBeGreaterThan(1);
});

test('ends a command that never ends, with all it started', async () => {
  const made = context();
  const result = await callTool(
    bash,
    { command: 'sleep 300 & echo $! > pid; echo begun; wait', timeout_ms: 300 },
    made,
  );
  expect(result).toMatchObject({ isError: true, text: 'begun\n[ended after 0.3 s, its time limit]' });
  expect(isRunning(readFileSync(`${made.cwd}/pid`, 'utf8').trim())).toBe(false);
});

test('ends a process that left the command’s session and lost its parent, also in the background', async () => {
  const made = context();
  const command =
    '(setsid sh -c "echo \\$\\$ > pid; exec sleep 300" >/dev/null 2>&1 &); while ! [ -s pid ]; do :; done';
  await callTool(bash, { command }, made);
  expect(isRunning(readFileSync(`${made.cwd}/pid`, 'utf8').trim())).toBe(false);
  rmSync(`${made.cwd}/pid`);
  await callTool(bash, { command: `${command}; echo ready`, background: true }, made);
  await eventually(
    () => existsSync(`${made.cwd}/pid`) && readFileSync(`${made.cwd}/pid`, 'utf8') !== '',
    5_000,
  );
  await callTool(kill, { id: 'bash-1' }, made);
  expect(isRunning(readFileSync(`${made.cwd}/pid`, 'utf8').trim())).toBe(false);
});

test('ends what a command leaves behind', async () => {
  const made = context();
  await callTool(bash, { command: 'nohup sleep 300 >/dev/null 2>&1 & echo $! > pid' }, made);
  expect(isRunning(readFileSync(`${made.cwd}/pid`, 'utf8').trim())).toBe(false);
});

test('stops on cancel and tells what it had printed', async () => {
  const controller = new AbortController();
  const made = context({ signal: controller.signal });
  const running = callTool(bash, { command: 'echo begun; sleep 300' }, made);
  await eventually(() => made.outputs.length > 0, 5_000);
  controller.abort();
  expect(await running).toMatchObject({
    isError: true,
    text: 'begun\n[cancelled; what it had printed stands above]',
  });
});

test('says so when it is cancelled before it printed anything', async () => {
  const made = context({ signal: AbortSignal.timeout(50) });
  expect(await callTool(bash, { command: 'sleep 300' }, made)).toMatchObject({
    text: '[cancelled before it printed anything]',
  });
});

test('cuts an output of very many short lines', async () => {
  const result = await callTool(bash, { command: 'seq 5000' }, context());
  expect(result.text.split('\n').length).toBeLessThan(2_010);
  expect(result.text).toMatch(/left out here; the whole output is in /);
  expect(result.text.endsWith('\n5000')).toBe(true);
});

test('runs a command in the background, reads on and ends it', async () => {
  const made = context();
  const started = await callTool(
    bash,
    { command: 'echo ready; echo $$ > pid; sleep 300', background: true },
    made,
  );
  expect(started.text).toBe(
    'Runs in the background as bash-1. Read what it prints with bash_output, end it with bash_kill.',
  );
  await eventually(() => existsSync(`${made.cwd}/pid`), 5_000);
  let text = '';
  await eventually(async () => {
    text += (await callTool(output, { id: 'bash-1' }, made)).text;
    return text.includes('ready');
  }, 5_000);
  expect((await callTool(output, { id: 'bash-1' }, made)).text).toBe('[still running]');
  expect((await callTool(kill, { id: 'bash-1' }, made)).text).toBe('bash-1 has ended.');
  await eventually(() => !isRunning(readFileSync(`${made.cwd}/pid`, 'utf8').trim()), 5_000);
  await eventually(
    async () => (await callTool(output, { id: 'bash-1' }, made)).text.startsWith('[ended'),
    5_000,
  );
});

test('says of a background command, too, whether it ran in the sandbox', async () => {
  const result = await callTool(bash, { command: 'true', background: true }, context());
  expect(result.meta).toEqual({ sandbox: 'off' });
});

test('tells of what configures the agent when a command in the sandbox made it', async () => {
  const made = context({
    sandbox: {
      ...noSandbox(testHost('/home/me')),
      ready: async () => ({
        state: 'on',
        wrap: (spec) => spec,
        appeared: async () => ['/home/me/a/.vscode'],
      }),
    },
  });
  const said = 'This command made /home/me/a/.vscode, which configures the agent';
  expect((await callTool(bash, { command: 'true' }, made)).text).toContain(said);
  await callTool(bash, { command: 'true', background: true }, made);
  await eventually(async () => {
    const { text } = await callTool(output, { id: 'bash-1' }, made);
    return text.includes(said) && text.includes('exit code 0');
  }, 5_000);
});

test('ends background commands with the conversation', async () => {
  const made = context();
  await callTool(bash, { command: 'echo $$ > pid; sleep 300', background: true }, made);
  await eventually(() => existsSync(`${made.cwd}/pid`), 5_000);
  await made.state.end();
  expect(isRunning(readFileSync(`${made.cwd}/pid`, 'utf8').trim())).toBe(false);
});

test('names the commands there are when an id is wrong', async () => {
  const made = context();
  expect((await callTool(output, { id: 'x' }, made)).text).toBe(
    'There is no background command "x". No command runs in the background.',
  );
});

test('does not let the model choose what loosens security', () => {
  expect(Object.keys((bash.inputSchema as { properties: object }).properties)).toEqual([
    'command',
    'timeout_ms',
    'background',
  ]);
});

function isRunning(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
