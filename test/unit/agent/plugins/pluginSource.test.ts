import { describe, expect, test } from 'vitest';
import { checkInnerPath, checkRef, parseSource } from '../../../../src/agent/plugins/pluginSource.ts';

const parse = (text: string) => parseSource(text, '/home/me/work', '/home/me');

describe('a source', () => {
  test.each([
    'https://example.com/me/plugins.git',
    'ssh://git@example.com/me/plugins',
    'git://example.com/plugins',
    'file:///home/me/plugins',
    'http://localhost:8080/plugins',
    'http://127.0.0.1/plugins',
    'git@example.com:me/plugins.git',
    'example.com:plugins.git',
  ])('is a repository: %s', (text) => {
    expect(parse(text)).toEqual({ kind: 'git', address: text });
  });

  test.each([
    ['plugins', '/home/me/work/plugins'],
    ['./plugins', '/home/me/work/plugins'],
    ['../plugins/a:b', '/home/me/plugins/a:b'],
    ['/tmp/x', '/tmp/x'],
    ['~/x', '/home/me/x'],
  ])('is a folder: %s', (text, folder) => {
    expect(parse(text)).toEqual({ kind: 'folder', folder });
  });

  test.each([
    '',
    '-oProxyCommand=touch /tmp/x',
    '--upload-pack=touch /tmp/x',
    'ext::sh -c touch% /tmp/x',
    'fd::17/foo',
    'http://example.com/plugins',
    'ftp://example.com/plugins',
    'ssh://-oProxyCommand=x/y',
    'ssh://-oProxyCommand=x@example.com/y',
    '-x@example.com:y',
    'git@-oProxyCommand=x:y',
    'https://',
  ])('is refused: %s', (text) => {
    expect(() => parse(text)).toThrow(/is no source|can't be fetched/);
  });
});

describe('a ref', () => {
  test.each(['main', 'v1.2.0', 'feature/a-b', 'release_1'])('may be %s', (ref) => {
    expect(checkRef(ref)).toBe(ref);
  });

  test.each(['-x', '--upload-pack=x', 'a b', 'a..b', 'HEAD~1', 'a:b', ''])('may not be %s', (ref) => {
    expect(() => checkRef(ref)).toThrow('no branch or tag');
  });
});

describe('a folder inside a source', () => {
  test.each([
    ['plugins/review', 'plugins/review'],
    ['./plugins/review/', 'plugins/review'],
    ['plugins\\review', 'plugins/review'],
    ['.', '.'],
  ])('is named %s', (text, expected) => {
    expect(checkInnerPath(text)).toBe(expected);
  });

  test.each(['..', '../x', 'a/../../x', '/etc', 'C:\\x', ''])('is not %s', (text) => {
    expect(() => checkInnerPath(text)).toThrow('leads out');
  });
});
