import { expect, test } from 'vitest';
import { linkTarget } from '../../../../src/webview/markdown/links.ts';

test.each<[string, unknown]>([
  ['https://example.org/a#b', { kind: 'web', href: 'https://example.org/a#b' }],
  ['HTTP://example.org', { kind: 'web', href: 'HTTP://example.org' }],
  ['mailto:me@example.org', { kind: 'web', href: 'mailto:me@example.org' }],
  ['src/a.ts', { kind: 'file', path: 'src/a.ts' }],
  ['./src/a.ts:12', { kind: 'file', path: './src/a.ts', line: 12 }],
  ['a.ts:12:3', { kind: 'file', path: 'a.ts', line: 12 }],
  ['/home/me/a.ts#L7', { kind: 'file', path: '/home/me/a.ts', line: 7 }],
  ['a.ts#L7-L9', { kind: 'file', path: 'a.ts', line: 7 }],
  ['my%20file.ts', { kind: 'file', path: 'my file.ts' }],
  ['100%.md', { kind: 'file', path: '100%.md' }],
  ['file:///home/me/a%20b.ts#L3', { kind: 'file', path: '/home/me/a b.ts', line: 3 }],
  ['file:///c:/x/a.ts', { kind: 'file', path: 'c:/x/a.ts' }],
  ['C:\\x\\a.ts', { kind: 'file', path: 'C:\\x\\a.ts' }],
  ['file://server/share', undefined],
  ['//server/share', undefined],
  ['\\\\server\\share', undefined],
  ['file:////server/share', undefined],
  ['file:///%5C%5Cserver%5Cshare', undefined],
  ['%5C%5Cserver%5Cshare', undefined],
  ['%2f%2fserver/share', undefined],
  ['/%5Cserver/share', undefined],
  ['#heading', undefined],
  ['', undefined],
  ['javascript:alert(1)', undefined],
  [' javascript:alert(1)', undefined],
  ['command:workbench.action.quit', undefined],
  ['vscode:extension/x', undefined],
  ['data:text/plain,x', undefined],
])('%j leads to %j', (href, target) => {
  expect(linkTarget(href)).toEqual(target);
});
