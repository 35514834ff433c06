import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Host } from '../../../../src/agent/host/host.ts';
import { pluginBench, pluginFiles, treeText } from '../../../support/pluginBench.ts';
import { type FileTree, tempFolder, writeTree } from '../../../support/tempFolder.ts';

/** A folder of the given name with these files in it. */
function source(files: FileTree = pluginFiles('review'), name = 'review'): string {
  const folder = path.join(tempFolder(), name);
  writeTree(folder, files);
  return folder;
}
const manifest = (text: string, name?: string) => source({ '.vak-plugin/plugin.yaml': text }, name);

const ACTIVE = [
  'skill review:check active',
  'hook plugin.yaml#Stop[0] active',
  'mcp review-server active',
  'plugin review active',
];

describe('installing from a folder', () => {
  test('shows what it adds, then copies it, records where from, and it counts', async () => {
    const bench = await pluginBench();
    const from = source();
    expect(await bench.install(from)).toBe('installed');
    expect(bench.shown[0]).toMatch(
      /^review 1\.0\.0\n {2}skills: review:check\n {2}hook plugin\.yaml#Stop\[0\]\n {6}event: Stop\n {6}command: echo hi\n {2}server review-server\n {6}type: stdio\n {6}command: node\n {6}args: \["<plugin>\/server\.mjs"\]\n[\s\S]* {6}file server\.mjs: [0-9a-f]{16}$/,
    );
    expect(await bench.items()).toEqual(ACTIVE);
    expect(readFileSync(path.join(bench.plugins, 'review/.vak-install.yaml'), 'utf8')).toContain(
      `source: ${from}`,
    );
    expect(await bench.list()).toEqual(['review 1.0.0 enabled']);
  });

  test('shows what can not be seen in what a person agrees to', async () => {
    const bench = await pluginBench();
    const text = (version: string) =>
      [
        'name: review',
        `version: "${version}"`,
        'description: "d\\e[8m\\nhooks: none"',
        'hooks:',
        '  Stop:',
        `    - hooks: [{ type: command, command: "touch ${version}; #\\e[2K\\r   command: true\\u202e\\nx" }]`,
      ].join('\n');
    const from = manifest(text('1\\r0'));
    await bench.install(from);
    writeTree(from, { '.vak-plugin/plugin.yaml': text('2\\r0') });
    await bench.update('review');
    expect(bench.shown.map((each) => each.split('\n'))).toEqual([
      [
        'review 1‹U+000D›0 — d‹U+001B›[8m‹U+000A›hooks: none',
        '  hook plugin.yaml#Stop[0]',
        '      event: Stop',
        '      command: touch 1‹U+000D›0; #‹U+001B›[2K‹U+000D›   command: true‹U+202E›',
        '        x',
      ],
      [
        'review 1‹U+000D›0 → 2‹U+000D›0',
        '  - command: touch 1‹U+000D›0; #‹U+001B›[2K‹U+000D›   command: true‹U+202E›',
        '  + command: touch 2‹U+000D›0; #‹U+001B›[2K‹U+000D›   command: true‹U+202E›',
      ],
    ]);
  });

  test('changes nothing when the person does not agree', async () => {
    const bench = await pluginBench();
    expect(await bench.install(source(), { agree: false })).toBe('declined');
    expect(treeText(bench.plugins)).toBe('');
  });

  test('holds back what runs when it changed since it was agreed to', async () => {
    const bench = await pluginBench();
    await bench.install(source());
    writeTree(path.join(bench.plugins, 'review'), { 'server.mjs': 'evil' });
    const items = await bench.items();
    expect(items).toContain('mcp review-server untrusted');
    expect(items).toContain('hook plugin.yaml#Stop[0] active');
  });

  test('takes a folder inside the source, and links inside the plugin', async () => {
    const bench = await pluginBench();
    const root = tempFolder({
      'all/review/.vak-plugin/plugin.yaml': 'name: review\n',
      'all/review/real/SKILL.md': '---\nname: a\ndescription: d\n---\n',
      'all/review/skills/': '',
    });
    symlinkSync('../real', path.join(root, 'all/review/skills/a'));
    await bench.install(root, { path: 'all/review' });
    expect(await bench.items()).toContain('skill review:a active');
  });

  test.each<[string, () => string, string]>([
    ['a name unlike the folder', () => source(pluginFiles('other')), 'must equal the folder'],
    ['no manifest', () => source({ 'README.md': 'x' }), 'no manifest'],
    ['a broken manifest', () => manifest('name: [\n'), 'plugin.yaml:'],
    ['a list where a text belongs', () => manifest('name: [review]\n'), 'allowed is a text'],
    ['a reserved name', () => manifest('name: skill\n', 'skill'), 'reserved'],
    ['a name of a device', () => manifest('name: con\n', 'con'), 'reserved'],
    [
      'a name that leaves the folder',
      () => source({ '.claude-plugin/plugin.json': '{"name":"../x"}' }),
      'not allowed',
    ],
    ['a broken hook', () => manifest('name: review\nhooks: { Nope: [] }\n'), 'no event "Nope"'],
    ['a broken server', () => manifest('name: review\nmcp_servers: [{ id: a }]\n'), 'needs a "command"'],
    [
      'a script that leaves it',
      () => manifest('name: review\nhooks: { Stop: [{ hooks: [{ type: command, script: ../x }] }] }\n'),
      'script',
    ],
    ['a link out of it', () => linked('/etc/passwd'), 'leads out of the plugin'],
    ['a link out of it by dots', () => linked('../../../secret'), 'leads out of the plugin'],
    ['a dangling link', () => linked('nowhere'), 'leads out of the plugin, or to nothing'],
    ['a pipe', () => withPipe(), 'no regular file'],
    ['a folder that is not there', () => '/home/me/nowhere', 'There is no folder'],
  ])('refuses %s, and leaves the folder as it was', async (_, make, message) => {
    const bench = await pluginBench({ 'config/plugins/mine/.vak-plugin/plugin.yaml': 'name: mine\n' });
    const before = treeText(bench.plugins);
    await expect(bench.install(make())).rejects.toThrow(message);
    expect(treeText(bench.plugins)).toBe(before);
  });

  test.each([
    ['..', 'leads out'],
    ['../review', 'leads out'],
    ['/etc', 'leads out'],
    ['nowhere', 'has no "nowhere"'],
  ])('refuses the inner path %s', async (inner, message) => {
    const bench = await pluginBench();
    await expect(bench.install(source(), { path: inner })).rejects.toThrow(message);
    expect(treeText(bench.plugins)).toBe('');
  });

  test('refuses a name that is taken, in another case too', async () => {
    const bench = await pluginBench();
    await bench.install(source());
    const before = treeText(bench.plugins);
    await expect(bench.install(source())).rejects.toThrow('"review" is there already');
    expect(treeText(bench.plugins)).toBe(before);
    mkdirSync(path.join(bench.plugins, 'Lint'));
    await expect(bench.install(source(pluginFiles('lint'), 'lint'))).rejects.toThrow(
      '"Lint" is there already',
    );
  });

  test('drops bits that lend rights, and copies a hard link as a file of its own', async () => {
    const bench = await pluginBench();
    const from = source();
    linkSync(path.join(from, 'server.mjs'), path.join(from, 'again.mjs'));
    execFileSync('chmod', ['4755', path.join(from, 'server.mjs')]);
    await bench.install(from);
    const installed = path.join(bench.plugins, 'review/server.mjs');
    expect(execFileSync('stat', ['-Lc', '%a %h', installed]).toString().trim()).toBe('755 1');
  });

  test('undoes itself when it brings an error that was not there before', async () => {
    const same = (name: string) => `name: ${name}\nmcp_servers: [{ id: same, command: x }]\n`;
    const bench = await pluginBench({ 'config/plugins/first/.vak-plugin/plugin.yaml': same('first') });
    const before = treeText(bench.plugins);
    await expect(bench.install(manifest(same('review')))).rejects.toThrow(
      /undone.*both bring a server "same"/,
    );
    expect(treeText(bench.plugins)).toBe(before);
    await bench.setEnabled('first', false);
    expect(await bench.install(manifest(same('review')))).toBe('installed');
    await expect(bench.setEnabled('first', true)).rejects.toThrow('undone');
    expect(await bench.list()).toEqual(['first  disabled', 'review  enabled']);
  });

  test('works while the configuration is broken by something else', async () => {
    const bench = await pluginBench({
      'config/plugins/bad/.vak-plugin/plugin.yaml': 'name: other\n',
      'config/hooks/h.yaml': 'hooks: { Nope: [] }\n',
    });
    expect(await bench.install(source())).toBe('installed');
    expect(await bench.list()).toEqual(['bad  enabled', 'review 1.0.0 enabled']);
    await bench.setEnabled('bad', false);
    await bench.uninstall('review');
    await bench.uninstall('bad');
    expect(await bench.list()).toEqual([]);
  });

  test('leaves the folder as it was when the disk is full in the middle', async () => {
    let left = 5;
    const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    const scarce = (host: Host): Host => ({
      ...host,
      files: {
        ...host.files,
        copy: async (from, to) => (left-- > 0 ? host.files.copy(from, to) : Promise.reject(full)),
      },
    });
    const bench = await pluginBench({}, scarce);
    const many = Object.fromEntries([...Array(20).keys()].map((i) => [`data/${i}`, 'x']));
    await expect(bench.install(source({ ...pluginFiles('review'), ...many }))).rejects.toThrow('ENOSPC');
    expect(treeText(bench.plugins)).toBe('');
  });

  test('waits for another command, and both count', async () => {
    const bench = await pluginBench();
    await Promise.all([bench.install(source()), bench.install(source(pluginFiles('lint'), 'lint'))]);
    expect(await bench.list()).toEqual(['lint 1.0.0 enabled', 'review 1.0.0 enabled']);
  });
});

describe('switching and removing', () => {
  test('keeps the files of a plugin that is off', async () => {
    const bench = await pluginBench();
    await bench.install(source());
    await bench.setEnabled('review', false);
    expect([await bench.list(), await bench.items()]).toEqual([
      ['review 1.0.0 disabled'],
      ['plugin review disabled'],
    ]);
    await bench.setEnabled('review', true);
    expect(await bench.items()).toEqual(ACTIVE);
    await bench.uninstall('review');
    expect([await bench.list(), await bench.items(), treeText(bench.plugins)]).toEqual([[], [], '']);
  });

  test('is refused while an agent names the plugin’s server', async () => {
    const bench = await pluginBench({ 'config/agents/helper.yaml': 'mcp_servers: [review-server]\n' });
    await bench.install(source());
    for (const act of [() => bench.setEnabled('review', false), () => bench.uninstall('review')])
      await expect(act()).rejects.toThrow('The agent "helper" names this plugin\'s server "review-server"');
    expect(await bench.items()).toEqual(expect.arrayContaining(ACTIVE));
  });

  test('of one that was linked in by hand removes only the link', async () => {
    const from = source();
    const bench = await pluginBench({ 'config/plugins/': '' });
    symlinkSync(from, path.join(bench.plugins, 'review'));
    await bench.uninstall('review');
    expect([existsSync(path.join(from, 'server.mjs')), treeText(bench.plugins)]).toEqual([true, '']);
  });

  test('of one that is not there says so, with a near name', async () => {
    const bench = await pluginBench();
    await bench.install(source());
    await expect(bench.uninstall('reviw')).rejects.toThrow(
      'The plugin "reviw" is not installed. Did you mean "review"?',
    );
    await expect(bench.setEnabled('nope', true)).rejects.toThrow('is not installed');
    await expect(bench.update('nope')).rejects.toThrow('was not installed by a command');
  });
});

function linked(target: string): string {
  const from = source();
  symlinkSync(target, path.join(from, 'skills/check/data'));
  return from;
}

function withPipe(): string {
  const from = source();
  execFileSync('mkfifo', [path.join(from, 'pipe')]);
  return from;
}
