import path from 'node:path';
import { expect, test } from 'vitest';
import { editorRipgrep } from '../../../../src/extension/process/editorRipgrep.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const linux = { platform: 'linux', arch: 'x64' };

test.each([
  ['for every system', 'node_modules/@vscode/ripgrep-universal/bin/linux-x64/rg', linux],
  ['for one system', 'node_modules/@vscode/ripgrep-linux-x64/bin/rg', linux],
  ['of older versions', 'node_modules/@vscode/ripgrep/bin/rg', linux],
  ['outside the archive', 'node_modules.asar.unpacked/@vscode/ripgrep/bin/rg', linux],
  ['on Windows', 'node_modules/@vscode/ripgrep/bin/rg.exe', { platform: 'win32', arch: 'x64' }],
])('finds the copy %s', (_, place, system) => {
  const appRoot = tempFolder({ [place]: '' });
  expect(editorRipgrep(appRoot, system)).toBe(path.join(appRoot, place));
});

test('gives undefined where VS Code has none for this system', () => {
  const appRoot = tempFolder({ 'node_modules/@vscode/ripgrep-universal/bin/linux-arm64/rg': '' });
  expect(editorRipgrep(appRoot, linux)).toBeUndefined();
});
