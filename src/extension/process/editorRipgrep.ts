import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * VS Code's own ripgrep below its program folder, or undefined. Its place differs between versions, and
 * on the desktop it lies outside the archive that the rest is packed into.
 */
export function editorRipgrep(
  appRoot: string,
  system: { readonly platform: string; readonly arch: string } = process,
): string | undefined {
  const program = system.platform === 'win32' ? 'rg.exe' : 'rg';
  const packages = ['node_modules', 'node_modules.asar.unpacked'];
  const places = [
    `@vscode/ripgrep-universal/bin/${system.platform}-${system.arch}`,
    `@vscode/ripgrep-${system.platform}-${system.arch}/bin`,
    '@vscode/ripgrep/bin',
  ];
  return packages
    .flatMap((folder) => places.map((place) => path.join(appRoot, folder, place, program)))
    .find((file) => existsSync(file));
}
