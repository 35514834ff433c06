import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runInExtensionHost } from '../support/editor/extensionHost.ts';
import { editorMissing } from '../support/editor/ground.ts';
import { packFixture } from '../support/editor/packFixture.ts';
import { EditorServer } from '../support/editor/server.ts';
import { launchBrowser, type Theme, Workbench, workbenchUrl } from '../support/editor/workbench.ts';
import { canSeeProcesses, processesNaming } from '../support/processes.ts';
import { projectRoot } from '../support/projectRoot.ts';
import { suiteFolder } from '../support/tempFolder.ts';

const probe = path.join(projectRoot, 'test/fixtures/probe');

describe.skipIf(editorMissing !== undefined)('the driver', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  test('drives a view of an installed extension, the palette and the themes', async () => {
    const server = await EditorServer.start({ vsix: [packFixture('probe', suiteFolder())] });
    onTestFinished(() => server.dispose());
    const window = await Workbench.open(
      browser,
      workbenchUrl(server, server.workspace('one', { 'a.txt': 'a' })),
    );
    await window.showContainer('Probe');
    const view = window.view('vakil-test.probe');
    await view.locator('#in').fill('hello');
    await view.locator('#in').blur();
    await view.locator('#out', { hasText: 'echo hello' }).waitFor();
    await window.runCommand('Probe: Ping the View');
    await view.locator('#out', { hasText: 'ping' }).waitFor();
    await window.notification(`Pinged from ${server.home}`).waitFor();
    for (const theme of ['light', 'hc-light', 'hc-dark', 'dark'] satisfies Theme[])
      await window.setTheme(theme);
    const lines = await window.openFile('a.txt');
    expect(await lines.textContent()).toBe('a');
    await window.reloadWindow();
    await window.view('vakil-test.probe').locator('#in').waitFor();
    await window.screenshot('driver');
    expect(window.outside).toEqual([]);
    await window.close();
  });

  test('runs a test module in the extension host, and leaves no process when it is done', async () => {
    const server = await EditorServer.start({ forTestModules: true });
    onTestFinished(() => server.dispose());
    const results = await runInExtensionHost(browser, server, {
      file: path.join(probe, 'suite.cjs'),
      folder: server.workspace('two'),
    });
    expect(results).toEqual([
      { title: 'the probe offers its command' },
      { title: 'proposed API is refused' },
    ]);
    await server.dispose();
    expect(canSeeProcesses ? processesNaming(server.folder) : []).toEqual([]);
  });
});
