import { ExpectedError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import type { Config } from '../config/config.ts';
import type { Environment } from '../host/host.ts';
import { normalizeBaseUrl, type ProviderType } from './baseUrl.ts';
import type { Credentials } from './credentials.ts';
import { OFFERED } from './knownModels.ts';
import type { ModelErrorCode } from './model.ts';

/** A provider that is asked over HTTP: everything needed to reach it. */
export interface Provider {
  /** What stands before the slash of a model's id. */
  readonly id: string;
  readonly type: ProviderType;
  /** For people. */
  readonly label: string;
  /** Ends in the API's version. */
  readonly baseUrl: string;
  /** At the maker's own address, whose models are known and whose key is needed. */
  readonly official: boolean;
  readonly apiKey: string | undefined;
  readonly keyVariable: string | undefined;
  /** Names to offer; may be empty. */
  readonly models: readonly string[];
}

export interface ProviderSources {
  readonly providers: Config['providers'];
  readonly credentials: Credentials;
  readonly environment: Pick<Environment, 'get'>;
}

interface BuiltIn {
  readonly type: ProviderType;
  readonly label: string;
  readonly keyVariable: string;
  readonly baseVariable: string;
  readonly address: string;
}

/** In the order in which a key in the environment counts (L3). */
const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  anthropic: {
    type: 'anthropic',
    label: 'Anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    baseVariable: 'ANTHROPIC_BASE_URL',
    address: 'https://api.anthropic.com/v1',
  },
  openai: {
    type: 'openai',
    label: 'OpenAI',
    keyVariable: 'OPENAI_API_KEY',
    baseVariable: 'OPENAI_BASE_URL',
    address: 'https://api.openai.com/v1',
  },
  google: {
    type: 'google',
    label: 'Google',
    keyVariable: 'GEMINI_API_KEY',
    baseVariable: 'GEMINI_BASE_URL',
    address: 'https://generativelanguage.googleapis.com/v1beta',
  },
};

export const BUILT_IN_IDS: readonly string[] = Object.keys(BUILT_IN);

/** The variables that hold the keys of providers, built in and configured: no child of ours gets them (M17). */
export function keyVariables(providers: Config['providers']): readonly string[] {
  const configured = Object.values(providers).flatMap(({ apiKeyEnv }) => apiKeyEnv ?? []);
  return [...Object.values(BUILT_IN).map(({ keyVariable }) => keyVariable), ...configured];
}
const TYPES: readonly string[] = ['anthropic', 'openai', 'openai-compatible', 'google', 'ollama'];

/**
 * A provider by its id: a built-in one, or one of `[providers.NAME]`, which may also change a built-in
 * one. Undefined when there is none of that name. What the editor handed over counts before the
 * configuration, the configuration before the environment.
 */
export function findProvider(id: string, sources: ProviderSources): Provider | undefined {
  const builtIn = BUILT_IN[id];
  const configured = sources.providers[id];
  if (!builtIn && !configured) return undefined;
  const type = builtIn?.type ?? providerType(id, configured?.type);
  const credential = sources.credentials.get(id);
  const keyVariable = configured?.apiKeyEnv ?? builtIn?.keyVariable;
  const [address, written] = addressOf(id, builtIn, configured, credential.baseUrl, sources.environment);
  const baseUrl = normalizeBaseUrl(address, type, written);
  const official = BUILT_IN[type]?.address === baseUrl;
  return {
    id,
    type,
    label: builtIn?.label ?? id,
    baseUrl,
    official,
    apiKey: nonEmpty(credential.apiKey) ?? nonEmpty(keyVariable && sources.environment.get(keyVariable)),
    keyVariable,
    models: configured?.models.length ? configured.models : official ? (OFFERED[type] ?? []) : [],
  };
}

/** Fails with the remedy when the provider's own address is asked without a key. */
export function requireKey(provider: Provider): void {
  const wanted = provider.official || provider.keyVariable !== undefined;
  if (provider.apiKey !== undefined || !wanted || isLocal(provider)) return;
  const variable = provider.keyVariable ?? BUILT_IN[provider.type]?.keyVariable ?? 'its key';
  throw new ExpectedError<ModelErrorCode>(
    'no-key',
    `There is no key for ${provider.label}. Set ${variable}, or enter a key in the chat's set-up. ${elsewhere(provider)}`,
  );
}

/** A key or an address that a person gave to the editor does not reach `vak` outside of it. */
function elsewhere({ id, label }: Provider): string {
  const variable = BUILT_IN[id]?.baseVariable;
  const address = variable
    ? ` (another address than ${label}'s: ${variable}, or base_url in [providers.${id}])`
    : '';
  return `What was entered in an editor stays there: \`vak\` elsewhere needs it in the environment${address}.`;
}

function isLocal({ baseUrl, official }: Provider): boolean {
  return !official && /^(localhost|127\.|\[::1\])/.test(new URL(baseUrl).host);
}

/** Fails with near names: `provider/name` whose provider is not known. */
export function unknownProvider(id: string, known: readonly string[]): ExpectedError<ModelErrorCode> {
  const near = nearest(id.split('/', 1)[0] ?? id, known);
  const hint = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ` There are ${known.join(', ')}.`;
  return new ExpectedError('no-such-model', `No provider of models goes with «${id}».${hint}`);
}

function addressOf(
  id: string,
  builtIn: BuiltIn | undefined,
  configured: Config['providers'][string] | undefined,
  fromEditor: string | undefined,
  environment: Pick<Environment, 'get'>,
): readonly [address: string, written: string] {
  if (nonEmpty(fromEditor)) return [fromEditor ?? '', `the address of ${id} in the set-up`];
  if (configured?.baseUrl) return [configured.baseUrl, `base_url of [providers.${id}]`];
  const variable = builtIn && nonEmpty(environment.get(builtIn.baseVariable));
  if (variable) return [variable, builtIn.baseVariable];
  const address = builtIn?.address ?? BUILT_IN[providerType(id, configured?.type)]?.address;
  if (address) return [address, id];
  throw new ExpectedError<ModelErrorCode>(
    'offline',
    `[providers.${id}] has no base_url: write the address of its API there.`,
  );
}

function providerType(id: string, written: string | undefined): ProviderType {
  if (written === undefined || written === 'ollama') return 'openai-compatible';
  if (TYPES.includes(written)) return written as ProviderType;
  const near = nearest(written, TYPES)[0] ?? 'openai-compatible';
  throw new ExpectedError<ModelErrorCode>(
    'no-such-model',
    `[providers.${id}] has the type «${written}». Allowed are ${TYPES.join(', ')}; «${near}» is the nearest.`,
  );
}

function nonEmpty(text: string | undefined): string | undefined {
  return text?.trim() ? text.trim() : undefined;
}
