/** Where a link of a message leads: the person's browser, or a file of the workspace. */
export type LinkTarget =
  | { readonly kind: 'web'; readonly href: string }
  | { readonly kind: 'file'; readonly path: string; readonly line?: number };

const WEB = /^(https?|mailto):/i;
/** `//host/share`: opening it would tell a machine elsewhere who the person is. */
const NETWORK = /^[/\\]{2}/;
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
/** `file.ts:12`, `file.ts:12:3`, `file.ts#L12`, `file.ts#L12-L20`. */
const PLACE = /^(.*?)(?::(\d+)(?::\d+)?|#L(\d+)(?:-L?\d+)?)?$/s;

/** Reads a link's address; undefined for every scheme that is not allowed (`command:`, `javascript:`, `data:`, …). */
export function linkTarget(href: string): LinkTarget | undefined {
  const address = href.trim();
  if (WEB.test(address)) return { kind: 'web', href: address };
  const file = /^file:/i.test(address) ? filePath(address) : pathOf(address);
  if (!file || file.startsWith('#') || NETWORK.test(file)) return undefined;
  const [, path = '', colon, hash] = PLACE.exec(file) ?? [];
  if (!path) return undefined;
  const line = Number(colon ?? hash ?? 0);
  return line > 0 ? { kind: 'file', path, line } : { kind: 'file', path };
}

export function isAllowedLink(href: string): boolean {
  return linkTarget(href) !== undefined;
}

function filePath(address: string): string | undefined {
  try {
    const url = new URL(address);
    if (url.host !== '') return undefined;
    const path = decodeURIComponent(url.pathname);
    return (/^\/[a-z]:/i.test(path) ? path.slice(1) : path) + url.hash;
  } catch {
    // Not an address at all.
    return undefined;
  }
}

/** A path without a scheme; a drive letter is no scheme. */
function pathOf(address: string): string | undefined {
  if (SCHEME.test(address) && !/^[\w.-]+\.\w+:\d/.test(address)) return undefined;
  try {
    return decodeURIComponent(address);
  } catch {
    // A lone percent sign stands for itself.
    return address;
  }
}
