import { listFiles, PackageManager } from '@vscode/vsce';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/projectRoot.ts';
import { filesBelow } from './sourceTree.ts';

/** What the build writes for tests and for people, not for the editor. */
const notShipped = /^dist\/(bundles\.json$|vakil\.vsix$|compiled\/)/;

describe('the package', async () => {
  const files = await listFiles({ cwd: projectRoot, packageManager: PackageManager.None });

  test('holds everything that is built', () => {
    const built = filesBelow('dist').filter((file) => !notShipped.test(file));
    expect(built.length).toBeGreaterThan(5);
    expect(built.filter((file) => !files.includes(file))).toEqual([]);
  });

  test('holds no source, test or tool', () => {
    expect(files.filter((file) => /^(src|test|scripts|node_modules|\.)/.test(file))).toEqual([]);
  });
});
