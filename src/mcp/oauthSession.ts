import { randomBytes } from 'node:crypto';
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { parseJson } from '../base/json.ts';
import type { SecretStore } from './secretStore.ts';

/** A server wants a sign-in and nobody asked for one: the browser is never opened unasked. */
export class SignInNeededError extends Error {
  override readonly name = 'SignInNeededError';
}

/** What is kept of a server's sign-in: registrations and tokens by the issuer they belong to. */
const KeptSchema = z.object({
  clients: z.record(z.string(), z.looseObject({ client_id: z.string() })).default({}),
  tokens: z
    .record(z.string(), z.looseObject({ access_token: z.string(), token_type: z.string() }))
    .default({}),
  /** The issuer whose tokens are in use. */
  issuer: z.string().optional(),
  /** What a call was refused for: the next sign-in asks for it. */
  wantedScope: z.string().optional(),
});
type Kept = z.infer<typeof KeptSchema>;

/** A sign-in in progress: where the browser comes back to, and how it gets there. */
export interface SignInFlow {
  readonly redirectUrl: string;
  readonly open: (url: URL) => Promise<void>;
}

const UNKNOWN_ISSUER = '';

/**
 * Who we are to a server's authorization server, kept in the secret store under the server's address.
 * Without a flow it only uses and refreshes what is kept, and fails with `SignInNeededError` where a
 * person is needed; with one it registers and sends the browser.
 */
export class OAuthSession implements OAuthClientProvider {
  readonly #secrets: SecretStore;
  readonly #key: string;
  readonly #flow: SignInFlow | undefined;
  readonly #state = randomBytes(24).toString('base64url');
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  constructor(serverUrl: string, secrets: SecretStore, flow?: SignInFlow) {
    this.#secrets = secrets;
    this.#key = `mcp-oauth:${serverUrl}`;
    this.#flow = flow;
  }

  get redirectUrl(): string {
    return this.#flow?.redirectUrl ?? 'http://127.0.0.1/callback';
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Vakil',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }

  state(): string {
    return this.#state;
  }

  async clientInformation(
    context?: OAuthClientInformationContext,
  ): Promise<StoredOAuthClientInformation | undefined> {
    const kept = await this.#kept();
    const client = kept.clients[issuerOf(context, kept)];
    if (!client && !this.#flow) throw new SignInNeededError('the server asks for a sign-in');
    // A registration belongs to its redirect address; another one needs a registration of its own.
    const uris = client?.['redirect_uris'];
    if (this.#flow && Array.isArray(uris) && !uris.includes(this.#flow.redirectUrl)) return undefined;
    return client;
  }

  async saveClientInformation(
    client: StoredOAuthClientInformation,
    context?: OAuthClientInformationContext,
  ): Promise<void> {
    await this.#change((kept) => {
      kept.clients[issuerOf(context, kept)] = { ...client };
    });
  }

  async tokens(context?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    const kept = await this.#kept();
    return kept.tokens[issuerOf(context, kept)];
  }

  async saveTokens(tokens: StoredOAuthTokens, context?: OAuthClientInformationContext): Promise<void> {
    await this.#change((kept) => {
      const issuer = issuerOf(context, kept);
      kept.tokens[issuer] = { ...tokens };
      kept.issuer = issuer;
      kept.wantedScope = undefined;
    });
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    if (this.#flow) return this.#flow.open(url);
    const scope = url.searchParams.get('scope');
    if (scope)
      await this.#change((kept) => {
        kept.wantedScope = scope;
      });
    throw new SignInNeededError('the server asks for a sign-in');
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (what === 'all' || what === 'verifier') this.#verifier = '';
    if (what === 'all' || what === 'discovery') this.#discovery = undefined;
    if (what === 'verifier' || what === 'discovery') return;
    await this.#change((kept) => {
      if (what !== 'tokens') kept.clients = {};
      if (what !== 'client') kept.tokens = {};
    });
  }

  /** What a refused call wanted beyond what was granted; undefined when nothing was refused. */
  async wantedScope(): Promise<string | undefined> {
    return (await this.#kept()).wantedScope;
  }

  /** The port that the last registration named, so that the next sign-in can use it again. */
  async registeredPort(): Promise<number | undefined> {
    for (const client of Object.values((await this.#kept()).clients)) {
      const uris = client['redirect_uris'];
      const port = Array.isArray(uris) && typeof uris[0] === 'string' ? Number(new URL(uris[0]).port) : 0;
      if (port > 0) return port;
    }
    return undefined;
  }

  async #kept(): Promise<Kept> {
    const text = await this.#secrets.get(this.#key);
    const parsed = text === undefined ? undefined : parseJson(text);
    const kept = KeptSchema.safeParse(parsed?.ok ? parsed.value : {});
    return kept.success ? kept.data : KeptSchema.parse({});
  }

  async #change(act: (kept: Kept) => void): Promise<void> {
    const kept = await this.#kept();
    act(kept);
    await this.#secrets.set(this.#key, JSON.stringify(kept));
  }
}

function issuerOf(context: OAuthClientInformationContext | undefined, kept: Kept): string {
  return context?.issuer ?? kept.issuer ?? UNKNOWN_ISSUER;
}
