import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitRepository, pluginBench, pluginFiles, treeText } from '../../../support/pluginBench.ts';
import { type FileTree, tempFolder } from '../../../support/tempFolder.ts';

const below = (folder: string, files: FileTree): FileTree =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

describe('a plugin from a repository', () => {
  test('follows it by the commit, and shows what changed in what runs', async () => {
    const bench = await pluginBench();
    const repository = gitRepository(below('plugins/review', pluginFiles('review')));
    await bench.install(repository.url, { path: 'plugins/review' });
    const record = readFileSync(path.join(bench.plugins, 'review/.vak-install.yaml'), 'utf8');
    expect(record).toContain(`commit: ${repository.first}`);
    expect(existsSync(path.join(bench.plugins, 'review/.git'))).toBe(false);
    expect(await bench.update()).toBe('review unchanged');
    repository.commit(below('plugins/review', pluginFiles('review', '1.1.0', 'rm -rf x')));
    const before = treeText(bench.plugins);
    expect(await bench.update('review', false)).toBe('review declined');
    expect(treeText(bench.plugins)).toBe(before);
    expect(bench.shown.at(-1)).toMatch(
      /^review 1\.0\.0 → 1\.1\.0\n {2}- command: echo hi\n {2}- file server\.mjs: \w+\n {2}\+ command: rm -rf x\n {2}\+ file server\.mjs: \w+$/,
    );
    expect(await bench.update('review')).toBe('review updated');
    expect(await bench.list()).toEqual(['review 1.1.0 enabled']);
    expect(await bench.items()).toContain('hook plugin.yaml#Stop[0] active');
    expect(treeText(path.join(bench.plugins, '.versions/review')).match(/^[^/]*\/$/gm)).toHaveLength(1);
  });

  test('takes the tag that --ref names, and stays on it', async () => {
    const bench = await pluginBench();
    const repository = gitRepository(pluginFiles('review', '1.0.0'));
    repository.git('tag', 'v1');
    repository.commit(pluginFiles('review', '2.0.0'));
    await bench.install(repository.url, { ref: 'v1' });
    expect(await bench.list()).toEqual(['review 1.0.0 enabled']);
    expect(await bench.update()).toBe('review unchanged');
    const other = gitRepository(pluginFiles('other'));
    await expect(bench.install(other.url, { ref: 'v9' })).rejects.toThrow('v9');
    await expect(bench.install(other.url, { ref: '--upload-pack=x' })).rejects.toThrow('no branch or tag');
  });

  test('runs no hooks of it and fetches no submodules', async () => {
    const bench = await pluginBench();
    const mark = path.join(tempFolder(), 'ran');
    const inner = gitRepository({ x: 'y' });
    const repository = gitRepository(pluginFiles('review'));
    repository.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner.url, 'sub');
    repository.commit({ '.githooks/post-checkout': `#!/bin/sh\ntouch ${mark}\n` });
    repository.git('config', 'core.hooksPath', '.githooks');
    await bench.install(repository.url);
    expect(existsSync(mark)).toBe(false);
    expect(existsSync(path.join(bench.plugins, 'review/sub/x'))).toBe(false);
  });

  test('is picked from what a marketplace offers, by its folder or name', async () => {
    const bench = await pluginBench();
    const repository = gitRepository({
      '.claude-plugin/marketplace.json': JSON.stringify({
        plugins: [
          { name: 'review', description: 'Reviews.', source: './plugins/review' },
          { name: 'far', source: { source: 'url', url: 'https://example.com/far.git' } },
        ],
      }),
      ...below('plugins/review', pluginFiles('review')),
    });
    expect(await bench.install(repository.url)).toBe('choices');
    expect(treeText(bench.plugins)).toBe('');
    await expect(bench.install(repository.url, { path: 'revew' })).rejects.toThrow('Did you mean "review"?');
    expect(await bench.install(repository.url, { path: 'review' })).toBe('installed');
  });

  test('is updated back when the update brings an error', async () => {
    const clash = (name: string) => `name: ${name}\nmcp_servers: [{ id: clash, command: x }]\n`;
    const bench = await pluginBench({ 'config/plugins/other/.vak-plugin/plugin.yaml': clash('other') });
    const repository = gitRepository(pluginFiles('review'));
    await bench.install(repository.url);
    const before = treeText(path.join(bench.plugins, 'review'));
    repository.commit({ '.vak-plugin/plugin.yaml': clash('review') });
    expect(await bench.update()).toMatch(/^review failed: The change was undone/);
    expect(treeText(path.join(bench.plugins, 'review'))).toBe(before);
    expect(await bench.list()).toEqual(['other  enabled', 'review 1.0.0 enabled']);
  });

  test('is refused when the repository is none', async () => {
    const bench = await pluginBench();
    await expect(bench.install(`file://${tempFolder()}`)).rejects.toThrow(/repository/);
    expect(treeText(bench.plugins)).toBe('');
  });
});
