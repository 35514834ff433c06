import path from 'node:path';
import { ExpectedError } from '../../base/errors.ts';

/** Where a plugin is installed from (P2): an address that git knows, or a folder. */
export type PluginSource =
  | { readonly kind: 'git'; readonly address: string }
  | { readonly kind: 'folder'; readonly folder: string };

/** Reads a source as a person writes it; a plain path is a folder, an address is git. Throws for what may not be fetched (P12). */
export function parseSource(text: string, cwd: string, home: string): PluginSource {
  if (text === '' || text.startsWith('-'))
    throw new ExpectedError(
      'bad-source',
      `"${text}" is no source: give a folder or the address of a git repository.`,
    );
  if (/^[A-Za-z][\w+.-]*::/.test(text)) throw refused(text);
  const scheme = /^([A-Za-z][\w+.-]*):\/\//.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    if (!allowed(text, scheme)) throw refused(text);
    return { kind: 'git', address: text };
  }
  // scp's way of naming a repository over ssh: user@host:path, host:path. A path has a slash before any colon.
  const scp = /^(?:([^@/\s]+)@)?([^:/\s]+):(?!\\)(.+)$/.exec(text);
  if (scp && (scp[2]?.length ?? 0) > 1) {
    if (scp.slice(1, 3).some((part) => part?.startsWith('-'))) throw refused(text);
    return { kind: 'git', address: text };
  }
  return {
    kind: 'folder',
    folder: text.startsWith('~/') ? path.join(home, text.slice(2)) : path.resolve(cwd, text),
  };
}

function allowed(address: string, scheme: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, username } = new URL(address);
  if (hostname.startsWith('-') || username.startsWith('-')) return false;
  if (['https', 'ssh', 'git', 'file'].includes(scheme)) return true;
  return scheme === 'http' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function refused(text: string): ExpectedError {
  return new ExpectedError(
    'bad-source',
    `"${text}" can't be fetched: allowed are https, ssh, git and file addresses, http to this machine, and folders.`,
  );
}

/** A branch or tag; never something that git would take for an option. */
export function checkRef(ref: string): string {
  if (/^[^-\s][^\s~^:?*[\\]*$/.test(ref) && !ref.includes('..')) return ref;
  throw new ExpectedError('bad-ref', `"${ref}" is no branch or tag.`);
}

/** A folder inside the source, without a way out of it. */
export function checkInnerPath(inner: string): string {
  const normal = path.posix.normalize(inner.replaceAll('\\', '/')).replace(/\/$/, '');
  if (
    inner === '' ||
    normal.startsWith('../') ||
    normal === '..' ||
    path.posix.isAbsolute(normal) ||
    /^[A-Za-z]:/.test(normal)
  )
    throw new ExpectedError('bad-path', `"${inner}" leads out of the source.`);
  return normal;
}
