import { ExpectedError } from '../../base/errors.ts';
import type { ModelErrorCode } from './model.ts';

export type ProviderType = 'anthropic' | 'openai' | 'openai-compatible' | 'google';

/** The version at the end of each API's addresses. */
const VERSION: Readonly<Record<ProviderType, string>> = {
  anthropic: 'v1',
  openai: 'v1',
  'openai-compatible': 'v1',
  google: 'v1beta',
};

/**
 * An address as the wire library wants it, ending in the API's version. People write it with or
 * without: a missing suffix is added, a doubled one dropped, a whole endpoint cut back to its root. A
 * compatible server whose path has a version of its own (`/api/v3`) keeps it. `written` names the place
 * for the error of an address that is none.
 */
export function normalizeBaseUrl(address: string, type: ProviderType, written: string): string {
  const url = parse(address.trim(), written);
  const version = VERSION[type];
  let segments = url.pathname.split('/').filter((segment) => segment !== '');
  segments = withoutEndpoint(segments);
  while (segments.at(-1) === version) segments.pop();
  const own = segments.some((segment) => /^v\d+[a-z]*\d*$/.test(segment));
  if (!own) segments.push(version);
  return `${url.origin}/${segments.join('/')}`;
}

function parse(address: string, written: string): URL {
  const url = URL.parse(address);
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url;
  throw new ExpectedError<ModelErrorCode>(
    'offline',
    `${written} is «${address}», which is no address. Write one that begins with http:// or https://.`,
  );
}

function withoutEndpoint(segments: string[]): string[] {
  if (segments.at(-2) === 'chat' && segments.at(-1) === 'completions') return segments.slice(0, -2);
  return segments.at(-1) === 'messages' || segments.at(-1) === 'models' ? segments.slice(0, -1) : segments;
}
