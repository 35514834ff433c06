import { expect, test } from 'vitest';
import { agentStart } from '../../../../src/extension/process/agentCommand.ts';
import { Tail } from '../../../../src/extension/process/tail.ts';

const settings = {
  command: '',
  args: [],
  env: { A: '1' },
  dist: '/ext/dist',
  execPath: '/usr/share/code/code',
  cwd: '/home/me/shop',
  home: '/home/me',
};

test('our own agent runs on the runtime of VS Code, as Node', () => {
  expect(agentStart(settings)).toMatchObject({
    own: true,
    command: '/usr/share/code/code',
    args: ['/ext/dist/agent.mjs'],
    env: { A: '1', ELECTRON_RUN_AS_NODE: '1' },
  });
});

test.each([
  ['gemini', 'gemini'],
  ['  ~/bin/agent ', '/home/me/bin/agent'],
  ['/opt/a b/agent', '/opt/a b/agent'],
])('the command %j starts %s with its arguments as they stand', (command, program) => {
  const start = agentStart({ ...settings, command, args: ['--acp', 'a b; rm'] });
  expect(start).toMatchObject({
    own: false,
    command: program,
    args: ['--acp', 'a b; rm'],
    cwd: '/home/me/shop',
  });
  expect(start.env).toEqual({ A: '1' });
});

test('the tail of stderr keeps the last lines, without colours and control characters', () => {
  const tail = new Tail(2);
  for (const piece of ['one\ntwo\n', '\x1b[31mthr', 'ee\x1b[0m\n', '\x07four\n'])
    tail.push(new TextEncoder().encode(piece));
  expect(String(tail)).toBe('three\nfour');
});

test('the tail does not grow with one endless line', () => {
  const tail = new Tail();
  for (let i = 0; i < 100; i++) tail.push(new TextEncoder().encode('x'.repeat(1000)));
  expect(String(tail).length).toBe(16_384);
});
