import { describe, expect, test } from 'vitest';
import { inputsOf, substitute, type VariableValues } from '../../../../src/extension/mcp/substitute.ts';

const values: VariableValues = {
  workspaceFolder: '/home/me/app',
  folders: new Map([['lib', '/home/me/lib']]),
  userHome: '/home/me',
  env: { TOKEN: 'abc' },
  separator: '/',
};
const inputs = new Map([['key', 'the ${env:TOKEN} $& key']]);
const one = (text: string, more: Partial<VariableValues> = {}) => {
  const result = substitute(
    { kind: 'stdio', command: text, args: [], env: {} },
    { ...values, ...more },
    inputs,
  );
  return { text: result.server.kind === 'stdio' ? result.server.command : '', missing: result.missing };
};

describe('variables', () => {
  test.each([
    ['${workspaceFolder}/x', '/home/me/app/x'],
    ['${workspaceFolder:lib}/x', '/home/me/lib/x'],
    ['${workspaceFolderBasename}', 'app'],
    ['${userHome}${/}x${pathSeparator}y', '/home/me/x/y'],
    ['${env:TOKEN}-${env:NOT_SET}', 'abc-'],
    // Once: what an input holds is not looked at again, and `$&` means nothing.
    ['${input:key}', 'the ${env:TOKEN} $& key'],
    ['${VAR} $HOME ${unknown:x}', '${VAR} $HOME ${unknown:x}'],
  ])('%s', (text, expected) => {
    expect(one(text)).toEqual({ text: expected, missing: [] });
  });

  test.each([
    [
      '${input:other}',
      {},
      { variable: 'input:other', reason: 'it was not given. Restart the server to be asked again' },
    ],
    [
      '${workspaceFolder:none}',
      {},
      { variable: 'workspaceFolder:none', reason: 'there is no folder "none"' },
    ],
    [
      '${workspaceFolder}',
      { workspaceFolder: undefined },
      { variable: 'workspaceFolder', reason: 'no folder is open' },
    ],
  ])('%s that has no value is named', (text, more, missing) => {
    expect(one(text, more as Partial<VariableValues>).missing).toEqual([missing]);
  });

  test('stand anywhere in a definition', () => {
    const stdio = substitute(
      {
        kind: 'stdio',
        command: 'a',
        args: ['${userHome}'],
        env: { X: '${env:TOKEN}' },
        envFile: '${userHome}/.env',
        cwd: '${workspaceFolder}',
      },
      values,
      inputs,
    );
    expect(stdio.server).toEqual({
      kind: 'stdio',
      command: 'a',
      args: ['/home/me'],
      env: { X: 'abc' },
      envFile: '/home/me/.env',
      cwd: '/home/me/app',
    });
    const http = substitute(
      { kind: 'http', url: 'https://x/${env:TOKEN}', headers: { A: 'Bearer ${input:key}' }, orSse: false },
      values,
      new Map([['key', 'k']]),
    );
    expect(http.server).toEqual({
      kind: 'http',
      url: 'https://x/abc',
      headers: { A: 'Bearer k' },
      orSse: false,
    });
  });

  test('the inputs that a definition asks for are known beforehand', () => {
    expect(
      inputsOf({
        kind: 'stdio',
        command: 'x',
        args: ['${input:a}', '${input:b}${input:a}'],
        env: { X: '${input:c}' },
      }),
    ).toEqual(['a', 'b', 'c']);
  });
});
