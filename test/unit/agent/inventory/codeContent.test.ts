import path from 'node:path';
import { expect, test } from 'vitest';
import { createNodeHost } from '../../../../src/agent/host/node/nodeHost.ts';
import { hookContent } from '../../../../src/agent/inventory/codeContent.ts';
import { type FileTree, tempFolder } from '../../../support/tempFolder.ts';
import { hook } from '../hooks/hooksUnderTest.ts';

const HERE: FileTree = {
  'home/hooks/guard.sh': 'echo another',
  'home/bin/log.sh': 'echo log',
  'home/plugins/p/hooks/guard.sh': 'exit 2',
  'home/work/a.log': '',
  'home/work/b c.log': '',
  'home/work/run.sh': '',
};

/** The files that an approval of this command is about, by their places below the home folder. */
async function filesOf(command: string, { ofPlugin = false } = {}): Promise<readonly string[]> {
  const folder = tempFolder(HERE);
  const home = path.join(folder, 'home');
  const pluginRoot = path.join(home, 'plugins/p');
  const { files } = createNodeHost({ variables: {} });
  const origin = ofPlugin
    ? ({ scope: 'plugin', plugin: 'p', path: path.join(pluginRoot, 'plugin.yaml') } as const)
    : ({ scope: 'project', path: path.join(home, 'work/.vak/config.toml') } as const);
  const definition = hook({ command, origin, ...(ofPlugin && { pluginRoot, fromUsersPlugin: true }) });
  const { text } = await hookContent(definition, { files, home, cwd: path.join(home, 'work') });
  const base = ofPlugin ? pluginRoot : path.join(home, 'work');
  return [...text.matchAll(/^file (.*): /gm)].map(([, name = '']) =>
    path.relative(home, path.resolve(base, name)),
  );
}

test.each([
  ['bash "$VAK_PLUGIN_ROOT/hooks/guard.sh"', ['plugins/p/hooks/guard.sh']],
  [
    'bash $' + '{VAK_PLUGIN_ROOT}/hooks/guard.sh; cat $OPENVAALA_PLUGIN_ROOT/hooks/guard.sh',
    ['plugins/p/hooks/guard.sh'],
  ],
  ['bash "$HOME/bin/log.sh"', ['bin/log.sh']],
  ['~/bin/log.sh', ['bin/log.sh']],
  [
    'VAK_PLUGIN_ROOT=~; bash "$VAK_PLUGIN_ROOT/hooks/guard.sh"',
    ['hooks/guard.sh', 'plugins/p/hooks/guard.sh'],
  ],
])('a plugin’s folder stands for its variable, other expansions for any: %s', async (command, files) => {
  expect(await filesOf(command, { ofPlugin: true })).toEqual(files);
});

test.each<[string, readonly string[]]>([
  ['echo checked >> a.log; exit 2', []],
  ['./run.sh >a.log 2>&1', ['work/run.sh']],
  ['echo x 2>>\'a.log\' &>"b c.log" >|a.log', []],
  ['bash -c "echo x > a.log"', []],
  ['{ echo x; }>a.log', []],
  ['echo x >a.log; ./a.log', ['work/a.log']],
  ['cat a.log >>a.log', ['work/a.log']],
  ['exec 3<>a.log', ['work/a.log']],
  ['tee > >(./run.sh)', ['work/run.sh']],
  ['node -e \'x=>import("./run.sh")\'', ['work/run.sh']],
])('what a command only writes is none of it: %s', async (command, files) => {
  expect(await filesOf(command)).toEqual(files);
});

test('a value can neither pass for another line nor hide a part of one', async () => {
  const place = { files: createNodeHost({ variables: {} }).files, home: '/home/me', cwd: '/home/me/work' };
  const command = 'touch evil\nfile check.sh: 1c9dbb0a3f0b2f61\x1b[1A\u202e';
  expect((await hookContent(hook({ command, args: ['a\u202e'] }), place)).text.split('\n')).toEqual([
    'event: PreToolUse',
    'command: touch evil',
    '  file check.sh: 1c9dbb0a3f0b2f61‹U+001B›[1A‹U+202E›',
    'args: ["a‹U+202E›"]',
  ]);
});
