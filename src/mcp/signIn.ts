import { ExpectedError } from '../base/errors.ts';
import { OAuthSession } from './oauthSession.ts';
import type { SecretStore } from './secretStore.ts';

export interface SignInOptions {
  readonly url: string;
  readonly secrets: SecretStore;
  /** Opens the address in the person's browser; false when they did not want it or it failed. */
  readonly openUrl: (url: string) => Promise<boolean>;
}

/**
 * Signs in to an HTTP server: discovery, registration, PKCE, the browser, the code for tokens, all in
 * the secret store afterwards. Rejects with `ExpectedError` `sign-in`, or `CancelledError`.
 */
export async function signIn(options: SignInOptions, signal: AbortSignal): Promise<void> {
  // Both load much (Node's http brings all of undici), which nobody needs before the first sign-in.
  const sdk = await import('@modelcontextprotocol/client');
  const { listenForCallback } = await import('./oauthCallback.ts');
  const kept = new OAuthSession(options.url, options.secrets);
  let state = '';
  const callback = await listenForCallback(() => state, await kept.registeredPort());
  try {
    const session = new OAuthSession(options.url, options.secrets, {
      redirectUrl: callback.url,
      open: async (url) => {
        if (!(await openSafely(url, options.openUrl)))
          throw new ExpectedError('sign-in', `the sign-in page was not opened: ${url.origin}`);
      },
    });
    state = session.state();
    const scope = await kept.wantedScope();
    const challenge = await challengeOf(options.url, signal, sdk.extractWWWAuthenticateParams);
    const result = await sdk.auth(session, {
      serverUrl: options.url,
      ...challenge,
      ...(scope ? { scope, forceReauthorization: true } : {}),
    });
    if (result === 'AUTHORIZED') return;
    const answer = await callback.params(signal);
    const code = answer.get('code');
    const issuer = answer.get('iss');
    if (!code)
      throw new ExpectedError('sign-in', `the sign-in was refused (${answer.get('error') ?? 'no code'})`);
    await sdk.auth(session, {
      serverUrl: options.url,
      authorizationCode: code,
      ...(issuer ? { iss: issuer } : {}),
    });
  } finally {
    callback.close();
  }
}

/** What the server says about how to sign in, from the answer to a request without a token. */
async function challengeOf(
  url: string,
  signal: AbortSignal,
  read: typeof import('@modelcontextprotocol/client').extractWWWAuthenticateParams,
): Promise<{ resourceMetadataUrl?: URL; scope?: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
    redirect: 'manual',
    signal,
  });
  await response.body?.cancel();
  const { resourceMetadataUrl, scope } = read(response);
  return { ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}), ...(scope ? { scope } : {}) };
}

/** Only web addresses reach the browser: an authorization server must not start anything else. */
async function openSafely(url: URL, open: (url: string) => Promise<boolean>): Promise<boolean> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ExpectedError('sign-in', `the server named no web address to sign in at (${url.protocol})`);
  return open(url.href);
}
