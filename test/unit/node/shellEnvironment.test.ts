import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  childEnvironment,
  loginShellEnvironment,
  parseEnvironment,
} from '../../../src/node/shellEnvironment.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'vakil-shell-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('keeps newlines and equals signs in values', () => {
  expect(parseEnvironment('A=1\0B=x=y\nz\0=odd\0')).toEqual({ A: '1', B: 'x=y\nz' });
});

test('takes secrets and the runtime switch from a child, and lets a file set anything', () => {
  const base = { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1', OPENAI_API_KEY: 'k', OTHER: 'o' };
  expect(childEnvironment(base, ['OPENAI_API_KEY'], { OTHER: 'x' })).toEqual({ PATH: '/bin', OTHER: 'x' });
});

test('passes over what the shell prints of its own', async () => {
  const shell = path.join(folder, 'bash');
  writeFileSync(
    shell,
    '#!/bin/sh\necho welcome\nFROM_PROFILE=yes; export FROM_PROFILE\nshift 3\neval "$1"\necho bye\n',
  );
  chmodSync(shell, 0o755);
  const found = await loginShellEnvironment({ SHELL: shell, PATH: '/usr/bin:/bin', HOME: '/' });
  expect(found).toMatchObject({ FROM_PROFILE: 'yes', PATH: '/usr/bin:/bin' });
});

test.each([
  ['no shell', {}],
  ['a shell that is not there', { SHELL: '/nowhere/bash' }],
  ['a shell of another kind', { SHELL: '/usr/bin/python3' }],
])('falls back to our own variables with %s', async (_name, more) => {
  const base = { PATH: '/usr/bin:/bin', HOME: '/', ...more };
  expect(await loginShellEnvironment(base)).toEqual(base);
});
