import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '../../../scripts/programs.mjs';
import { projectRoot } from '../projectRoot.ts';

/** The programs that a test in a real VS Code needs. */
export interface EditorGround {
  /** The Node that the editor's server is made for. */
  readonly node: string;
  readonly entry: string;
  readonly chromium: string;
}

/** The packaged extension, as `npm run package` writes it. */
export const vsixFile = path.join(projectRoot, 'dist/vakil.vsix');

const manifestFile = path.join(
  path.resolve(projectRoot, process.env['VAKIL_EDITOR_DIR'] ?? '.editor'),
  'editor.json',
);

/** Why tests in a real VS Code can't run here, or undefined when they can. */
export const editorMissing = whatIsMissing();

if (editorMissing !== undefined) console.log(`Tests in a real VS Code are skipped: ${editorMissing}`);

/** Throws where `editorMissing` says why. */
export function editorGround(): EditorGround {
  const chromium = findChromium();
  if (editorMissing !== undefined || chromium === undefined) throw new Error(editorMissing);
  const { node, entry } = JSON.parse(readFileSync(manifestFile, 'utf8')) as EditorGround;
  return { node, entry, chromium };
}

function whatIsMissing(): string | undefined {
  if (findChromium() === undefined) return 'there is no Chromium; install one, or name it in CHROMIUM.';
  if (!existsSync(manifestFile)) return 'VS Code is not installed; `npm test` installs it.';
  return undefined;
}
