import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { projectRoot } from '../projectRoot.ts';
import { type EditorServer, resultsFile } from './server.ts';
import { workbenchUrl } from './workbench.ts';

/** What one case of a test module came to. */
export interface CaseResult {
  readonly title: string;
  /** Absent when it passed. */
  readonly error?: string;
}

export interface TestModule {
  /** A CommonJS file that exports `run(): Promise<void>`; it gets the real `vscode`. */
  readonly file: string;
  readonly folder: string;
  /** Development extensions to load besides what is installed; the probe is loaded when there is none. */
  readonly extensions?: readonly string[];
  readonly deadlineMs?: number;
}

/**
 * Runs a test module inside the extension host of a server that was started `forTestModules`. The module
 * writes its results as JSON to the file that the environment names in `VAKIL_TEST_RESULTS`: the console
 * also carries the whole log of the workbench. Throws when the module wrote none.
 */
export async function runInExtensionHost(
  browser: Browser,
  server: EditorServer,
  module: TestModule,
): Promise<readonly CaseResult[]> {
  const results = resultsFile(server.folder);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    const ended = Promise.withResolvers<number>();
    await page.exposeFunction('codeAutomationLog', () => undefined);
    await page.exposeFunction('codeAutomationExit', (code: number) => ended.resolve(code));
    page.on('crash', () => ended.reject(new Error('the page crashed')));
    const deadlineMs = module.deadlineMs ?? 120_000;
    const timer = setTimeout(() => ended.reject(new Error(`no result within ${deadlineMs} ms`)), deadlineMs);
    const remote = (file: string) => `vscode-remote://127.0.0.1:${server.port}${file}`;
    const payload = [
      ['extensionDevelopmentPath', remote(developmentFolder(server, module.extensions))],
      ['extensionTestsPath', remote(module.file)],
    ] as const;
    await page.goto(workbenchUrl(server, module.folder, payload), { waitUntil: 'commit' });
    await ended.promise.finally(() => clearTimeout(timer));
    if (!existsSync(results)) throw new Error('the test module ended without results');
    return JSON.parse(readFileSync(results, 'utf8')) as readonly CaseResult[];
  } finally {
    await context.close();
  }
}

/** VS Code takes one development folder; links in it stand for several extensions. */
function developmentFolder(server: EditorServer, extensions: readonly string[] = []): string {
  const chosen = extensions.length > 0 ? extensions : [path.join(projectRoot, 'test/fixtures/probe')];
  const folder = path.join(server.folder, 'development');
  mkdirSync(folder, { recursive: true });
  for (const extension of chosen) {
    const link = path.join(folder, path.basename(extension));
    if (!existsSync(link)) symlinkSync(extension, link);
  }
  return folder;
}
