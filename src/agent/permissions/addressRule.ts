import { textMatches } from './rule.ts';

/** An address in the one spelling in which it is compared. */
interface Address {
  /** `http` or `https`. */
  readonly scheme: string;
  /** Lower case, without a final dot; the port only where it is not the scheme's own. */
  readonly host: string;
  /** The same, with the port in any case. */
  readonly hostAndPort: string;
  /** Path and query: what a server is asked for. */
  readonly path: string;
}

/** What a rule spells before the host; `*` stands for either scheme. */
const RULE = /^\s*(https?|http\*|\*):[\\/]*([^\\/?#]*)([\s\S]*)$/i;

/** Whether a text is an address that can be fetched. */
export function isWebAddress(text: string): boolean {
  return readAddress(text) !== undefined;
}

/**
 * Compares an address with a rule's pattern, in which `*` is any text; in the host it is any text of
 * a host. Both are read as a fetch reads them, so that another spelling of an address is the same one.
 */
export function addressMatches(pattern: string, text: string): boolean {
  const address = readAddress(text);
  if (!address) return textMatches(pattern, text);
  const { scheme, host, hostAndPort, path } = address;
  const [, ruleScheme, authority = '', rest = ''] = RULE.exec(pattern) ?? [];
  if (ruleScheme === undefined) {
    const spellings = [`${scheme}://${host}${path}`, `${scheme}://${hostAndPort}${path}`];
    const plain = patternWithoutEscapes(pattern);
    return spellings.some((each) => textMatches(plain, each) || textMatches(plain.toLowerCase(), each));
  }
  const hostPattern = hostOf(ruleScheme, authority);
  return (
    textMatches(ruleScheme.toLowerCase(), scheme) &&
    (textMatches(hostPattern, host) || textMatches(hostPattern, hostAndPort)) &&
    // A star at the end of a rule without a path covers the paths too.
    ((rest === '' && authority.endsWith('*')) || textMatches(pathOf(rest), path))
  );
}

function readAddress(text: string): Address | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const name = withoutFinalDot(url.hostname);
  return {
    scheme: url.protocol.slice(0, -1),
    host: url.port === '' ? name : `${name}:${url.port}`,
    hostAndPort: `${name}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`,
    path: withoutEscapes(pathAndQuery(url)),
  };
}

function hostOf(ruleScheme: string, authority: string): string {
  const address = `${/^http$/i.test(ruleScheme) ? 'http' : 'https'}://${authority}`;
  // A star as the port is no address.
  if (!URL.canParse(address)) return authority.toLowerCase();
  const url = new URL(address);
  return withoutFinalDot(url.hostname) + (url.port === '' ? '' : `:${url.port}`);
}

/** A backslash in a pattern makes a star an ordinary character: such a path stays as it is written. */
function pathOf(rest: string): string {
  const address = `https://host${/^[/?#]/.test(rest) ? '' : '/'}${rest}`;
  return patternWithoutEscapes(
    rest.includes('\\') || !URL.canParse(address) ? rest : pathAndQuery(new URL(address)),
  );
}

/** An escaped star or backslash is one of the address, and none of the pattern's own. */
function patternWithoutEscapes(pattern: string): string {
  return withoutEscapes(pattern.replace(/%(?:2a|5c)/gi, (each) => `\\${decoded(each)}`));
}

function withoutFinalDot(host: string): string {
  return host.replace(/\.+$/, '');
}

/** Without the part behind `#`, which no server sees. */
function pathAndQuery({ pathname, search }: URL): string {
  return pathname + search;
}

/** A server that decodes an address reads both spellings alike; but for what ends a part of it, and `%` itself. */
function withoutEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (each) =>
    /[/?#%]/.test(decoded(each)) ? each.toUpperCase() : decoded(each),
  );
}

function decoded(escaped: string): string {
  return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
}
