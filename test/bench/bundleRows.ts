import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../support/projectRoot.ts';
import { median, type Row } from './row.ts';

const rounds = 9;

/** Bytes of the code that loads at first. The same numbers are held by `test/architecture/bundles.test.ts`. */
export async function measureBundles(): Promise<readonly Row[]> {
  const extension = firstLoad('dist/extension.cjs');
  const webview = firstLoad('dist/webview.js');
  return [
    { what: 'extension: eager code', value: extension.bytes / 1000, unit: 'kB', target: 60 },
    { what: 'webview: scripts to first paint', value: webview.bytes / 1000, unit: 'kB', target: 250 },
    { what: 'webview: script files to first paint', value: webview.files, unit: 'files', target: 3 },
  ];
}

/**
 * Loading and activating the extension in a fresh Node, with a `vscode` in which everything can be called
 * and nothing happens: the time that is ours, without that of the editor.
 */
export async function measureActivation(): Promise<readonly Row[]> {
  const times = [];
  for (let round = 0; round <= rounds; round++) {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(projectRoot, 'test/bench/activate.cjs')],
      {
        encoding: 'utf8',
      },
    );
    const took = Number(stdout);
    if (stdout === '' || Number.isNaN(took)) throw new Error(`the extension did not activate: ${stderr}`);
    if (round > 0) times.push(took);
  }
  return [{ what: 'extension: activation', value: median(times), unit: 'ms', target: 15 }];
}

interface Output {
  readonly bytes: number;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
}

function firstLoad(entry: string): { readonly bytes: number; readonly files: number } {
  const report = readFileSync(path.join(projectRoot, 'dist/bundles.json'), 'utf8');
  const outputs = JSON.parse(report) as Readonly<Record<string, Output>>;
  const files = [entry];
  let bytes = 0;
  for (const file of files) {
    const output = outputs[file];
    if (output === undefined) throw new Error(`${file} is not built`);
    bytes += output.bytes;
    const loaded = output.imports.filter(
      (each) => each.kind === 'import-statement' && each.external !== true,
    );
    files.push(...loaded.map((each) => each.path).filter((each) => !files.includes(each)));
  }
  return { bytes, files: files.length };
}
