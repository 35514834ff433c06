import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { listen, matrixHttp } from './httpServers.ts';

/** An MCP server that asks for a sign-in, and the authorization server it names, at one address. */
export interface SignInServer {
  /** The MCP endpoint. */
  readonly url: string;
  /** What was asked for, in order, as `METHOD /path status`. */
  readonly seen: readonly string[];
  /** From here on no token counts that was given out before. */
  revoke(): void;
}

/** What stands on the page that a person signs in on. */
export const signInPage = { title: 'Sign in to the tea shop', allow: 'Allow' };

/** Listens on the loopback address; ends with the test. */
export async function startSignInServer(): Promise<SignInServer> {
  const seen: string[] = [];
  const state: State = { codes: new Map(), tokens: new Set(), clients: new Map() };
  const mcp = matrixHttp('stateful');
  const { url } = await listen((request, response) => {
    response.once('finish', () => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      seen.push(`${request.method} ${path} ${response.statusCode}`);
    });
    void answer(request, response, state, mcp).catch(() => response.destroy());
  });
  return { url, seen, revoke: () => state.tokens.clear() };
}

/** Does what a person would on the page: presses its link. */
export async function followSignIn(page: string): Promise<boolean> {
  const link = /href="([^"]+)"/.exec(await (await fetch(page)).text())?.[1];
  if (link === undefined) return false;
  return (await fetch(link.replaceAll('&amp;', '&'))).ok;
}

interface State {
  /** Codes that wait for their exchange, with the PKCE challenge and the address they were sent to. */
  readonly codes: Map<string, { readonly challenge: string; readonly redirect: string }>;
  readonly tokens: Set<string>;
  /** Registered clients: id to redirect address. */
  readonly clients: Map<string, string>;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: State,
  mcp: RequestListener,
): Promise<void> {
  const origin = `http://${request.headers.host}`;
  const { pathname, searchParams } = new URL(request.url ?? '/', origin);
  switch (pathname) {
    case '/mcp':
      protectedMcp(request, response, state, mcp, origin);
      break;
    case '/.well-known/oauth-protected-resource/mcp':
      json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
      break;
    case '/.well-known/oauth-authorization-server':
      json(response, 200, metadata(origin));
      break;
    case '/register':
      register(await body(request), response, state);
      break;
    case '/authorize':
      authorize(searchParams, response, state);
      break;
    case '/token':
      token(new URLSearchParams(await body(request)), response, state);
      break;
    default:
      json(response, 404, { error: 'not_found' });
  }
}

function protectedMcp(
  request: IncomingMessage,
  response: ServerResponse,
  { tokens }: State,
  mcp: RequestListener,
  origin: string,
): void {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined && tokens.has(bearer)) {
    mcp(request, response);
    return;
  }
  request.resume();
  const where = `${origin}/.well-known/oauth-protected-resource/mcp`;
  response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${where}"` }).end();
}

function metadata(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  };
}

function register(text: string, response: ServerResponse, { clients }: State): void {
  const asked = JSON.parse(text) as { readonly redirect_uris: readonly string[] };
  const id = randomUUID();
  clients.set(id, asked.redirect_uris[0] ?? '');
  json(response, 201, { ...asked, client_id: id, token_endpoint_auth_method: 'none' });
}

/** The page that the browser shows; its link is what a person presses. */
function authorize(asked: URLSearchParams, response: ServerResponse, { codes, clients }: State): void {
  const [redirect, challenge] = [asked.get('redirect_uri') ?? '', asked.get('code_challenge') ?? ''];
  const fits =
    clients.get(asked.get('client_id') ?? '') === redirect && asked.get('code_challenge_method') === 'S256';
  if (!fits || challenge === '') {
    json(response, 400, { error: 'invalid_request' });
    return;
  }
  const code = randomUUID();
  codes.set(code, { challenge, redirect });
  const back = new URL(redirect);
  back.searchParams.set('code', code);
  back.searchParams.set('state', asked.get('state') ?? '');
  const link = back.href.replaceAll('&', '&amp;');
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<title>${signInPage.title}</title><a href="${link}">${signInPage.allow}</a>`);
}

/** A code counts once, and only with the verifier that its challenge was made of. */
function token(asked: URLSearchParams, response: ServerResponse, { codes, tokens }: State): void {
  const waiting = codes.get(asked.get('code') ?? '');
  codes.delete(asked.get('code') ?? '');
  const challenge = createHash('sha256')
    .update(asked.get('code_verifier') ?? '')
    .digest('base64url');
  if (waiting?.challenge !== challenge || waiting.redirect !== asked.get('redirect_uri')) {
    json(response, 400, { error: 'invalid_grant' });
    return;
  }
  const bearer = randomUUID();
  tokens.add(bearer);
  json(response, 200, { access_token: bearer, token_type: 'Bearer', expires_in: 3_600 });
}

async function body(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
