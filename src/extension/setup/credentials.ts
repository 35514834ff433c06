import type { SecretStorage } from 'vscode';
import * as z from 'zod';
import { parseJson } from '../../base/json.ts';

const PREFIX = 'vak.';
const PROVIDERS_KEY = 'vak.providers';

const ProvidersSchema = z.record(
  z.string(),
  z.object({ apiKey: z.string().optional(), baseUrl: z.string().optional() }),
);
export type Providers = z.infer<typeof ProvidersSchema>;

/** Keys and addresses of model providers, and tokens of servers, in VS Code's secret storage. */
export class Credentials {
  readonly #secrets: SecretStorage;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
  }

  async providers(): Promise<Providers> {
    const text = await this.#secrets.get(PROVIDERS_KEY);
    const parsed = text === undefined ? undefined : parseJson(text);
    const read = parsed?.ok ? ProvidersSchema.safeParse(parsed.value) : undefined;
    return read?.success ? read.data : {};
  }

  /** `undefined` forgets the provider. */
  async setProvider(name: string, provider: Providers[string] | undefined): Promise<Providers> {
    const { [name]: _before, ...others } = await this.providers();
    const providers = provider ? { ...others, [name]: provider } : others;
    await this.#secrets.store(PROVIDERS_KEY, JSON.stringify(providers));
    return providers;
  }

  async get(key: string): Promise<string | null> {
    return (await this.#secrets.get(`${PREFIX}agent.${key}`)) ?? null;
  }

  async set(key: string, value: string | null): Promise<void> {
    if (value === null) await this.#secrets.delete(`${PREFIX}agent.${key}`);
    else await this.#secrets.store(`${PREFIX}agent.${key}`, value);
  }
}
