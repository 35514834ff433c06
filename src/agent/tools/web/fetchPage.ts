import { lookup as systemLookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ExpectedError } from '../../../base/errors.ts';
import { isPrivateAddress } from './privateAddress.ts';

/** Bytes of a page, after decompression. */
const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 5;

export interface Page {
  /** Where it was found in the end. */
  readonly url: string;
  readonly status: number;
  /** Media type and character set, as the server says; lower case. */
  readonly type: string;
  readonly charset: string | undefined;
  readonly bytes: Uint8Array;
  /** The page was longer. */
  readonly cut: boolean;
}

export interface FetchOptions {
  /** Local and private addresses too. */
  readonly allowPrivate: boolean;
  /** Whether an address within the site is kept back: a redirect to it is not followed. */
  readonly withheld: (url: string) => boolean;
  /** Ends the whole fetch: the person's stop, or the time limit. */
  readonly signal: AbortSignal;
  /** Looks up a host's addresses; default: the system's. */
  readonly lookup?: typeof systemLookup;
}

/**
 * Gets a page, over redirects within its origin: what was decided about one origin says nothing about
 * another, so a redirect that leaves it fails with the address it names. Each address is checked when
 * the connection to it is made, so that a name which changes its address between check and use gains
 * nothing. Fails with `ExpectedError`.
 */
export async function fetchPage(address: string, options: FetchOptions): Promise<Page> {
  let url = checkedUrl(address, options);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await request(url, options);
    const target = response.headers.location;
    const status = response.statusCode ?? 0;
    if (status < 300 || status >= 400 || target === undefined) return readPage(url, response);
    response.destroy();
    const next = checkedUrl(redirected(url, target), options);
    const why =
      next.origin !== url.origin ? 'is another site' : options.withheld(next.href) && 'a rule is about';
    if (why)
      throw new ExpectedError(
        'redirect',
        `${address} redirects to ${next.href}, which ${why}. To read it, call web_fetch with that address.`,
      );
    url = next;
  }
  throw new ExpectedError('redirects', `${address} redirects more than ${MAX_REDIRECTS} times.`);
}

/** Where a redirect leads; a target that is no address is left to the check. */
function redirected(url: URL, target: string): string {
  return URL.canParse(target, url.href) ? new URL(target, url).href : target;
}

function checkedUrl(address: string, { allowPrivate }: FetchOptions): URL {
  if (!URL.canParse(address)) throw new ExpectedError('url', `"${address}" is no address.`);
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ExpectedError('url', `Only http and https can be fetched, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw new ExpectedError('url', 'An address with a user name or password in it is not fetched.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) throw privateError(url.host);
  return url;
}

function privateError(host: string): ExpectedError {
  return new ExpectedError(
    'private',
    `${host} is an address of this machine or a private network, which is not fetched. The setting web_fetch.private allows it.`,
  );
}

function request(url: URL, options: FetchOptions): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? https.request : http.request;
  const sent = send(
    url,
    {
      signal: options.signal,
      agent: false,
      lookup: publicLookup(options),
      headers: {
        'user-agent': 'Vakil (coding agent; fetches pages that a person or their model names)',
        accept: 'text/html,text/markdown,text/plain;q=0.9,application/json;q=0.9,*/*;q=0.5',
        'accept-encoding': 'gzip, deflate, br',
      },
    },
    resolve,
  );
  sent.on('error', (error) =>
    reject(
      error instanceof ExpectedError || options.signal.aborted
        ? error
        : new ExpectedError(
            'offline',
            `${url.host} can't be reached: ${error.message || 'connection failed'}`,
            { cause: error },
          ),
    ),
  );
  sent.end();
  return promise;
}

/** The system's look-up, without private addresses. */
function publicLookup({ allowPrivate, lookup = systemLookup }: FetchOptions): LookupFunction {
  return (hostname, lookupOptions, callback) =>
    lookup(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const allowed = allowPrivate
        ? addresses
        : addresses.filter(({ address }) => !isPrivateAddress(address));
      const [first] = allowed;
      if (!first) return callback(privateError(hostname), '', 0);
      return lookupOptions.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
}

async function readPage(url: URL, response: IncomingMessage): Promise<Page> {
  const [type = '', ...parameters] = (response.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters
    .map((each) => /^\s*charset="?([^"]+)"?\s*$/.exec(each)?.[1])
    .find((each) => each);
  const parts: Uint8Array[] = [];
  let length = 0;
  let cut = false;
  try {
    for await (const part of decompressed(response)) {
      parts.push(part as Uint8Array);
      length += (part as Uint8Array).length;
      if (length <= MAX_BYTES) continue;
      cut = true;
      break;
    }
  } catch (error) {
    if (parts.length === 0)
      throw new ExpectedError('cut', `The answer of ${url.host} broke off.`, { cause: error });
    cut = true;
  } finally {
    response.destroy();
  }
  const bytes = Buffer.concat(parts).subarray(0, MAX_BYTES);
  return { url: url.href, status: response.statusCode ?? 0, type: type.trim(), charset, bytes, cut };
}

function decompressed(response: IncomingMessage): AsyncIterable<unknown> {
  switch (response.headers['content-encoding']) {
    case 'gzip':
    case 'x-gzip':
      return piped(response, createGunzip());
    case 'deflate':
      return piped(response, createInflate());
    case 'br':
      return piped(response, createBrotliDecompress());
    default:
      return response;
  }
}

function piped(
  response: IncomingMessage,
  through: NodeJS.ReadWriteStream & { destroy(error?: Error): unknown },
) {
  response.on('error', (error) => through.destroy(error));
  return response.pipe(through);
}
