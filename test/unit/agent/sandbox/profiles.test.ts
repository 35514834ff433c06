import { expect, test } from 'vitest';
import { bubblewrapArguments } from '../../../../src/agent/sandbox/bubblewrap.ts';
import { looksStopped } from '../../../../src/agent/sandbox/sandbox.ts';
import { seatbeltProfile } from '../../../../src/agent/sandbox/seatbelt.ts';

const policy = {
  writable: ['/home/me/project'],
  pinned: ['/home/me/project/.git'],
  protected: ['/home/me/project/.vak'],
  network: false,
};

test('bubblewrap lays protected places over writable ones over a read-only disk', () => {
  const args = bubblewrapArguments(policy, '/home/me/project', false);
  const at = (word: string, place: string) =>
    args.findIndex((arg, i) => arg === word && args[i + 1] === place);
  expect([
    at('--ro-bind', '/') < at('--bind-try', '/home/me/project'),
    at('--bind-try', '/home/me/project') < at('--ro-bind-try', '/home/me/project/.vak'),
    args.includes('--unshare-net'),
  ]).toEqual([true, true, true]);
});

test('the network stays when it is allowed', () => {
  expect([
    bubblewrapArguments({ ...policy, network: true }, '/', false).includes('--unshare-net'),
    seatbeltProfile({ ...policy, network: true }).includes('network'),
  ]).toEqual([false, false]);
});

test('a seatbelt profile quotes what a folder is called', () => {
  const profile = seatbeltProfile({ ...policy, writable: ['/home/me/a "b"\\c'] });
  expect(profile).toContain('(subpath "/home/me/a \\"b\\"\\\\c")');
});

test.each([
  ['touch: cannot touch x: Read-only file system', 1, true],
  ['curl: (6) Could not resolve host: example.com', 6, true],
  ['Read-only file system is a nice name', 0, false],
  ['2 tests failed', 1, false],
])('output %j with exit %i: stopped %s', (output, code, expected) =>
  expect(looksStopped(output, code)).toBe(expected),
);
