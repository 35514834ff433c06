import { z } from 'zod';
import type { Clock } from '../host/host.ts';
import type { Provider } from './providers.ts';

type Fetch = typeof globalThis.fetch;

/** Both shapes in which providers list their models. */
const ListSchema = z.looseObject({
  data: z.array(z.looseObject({ id: z.string() })).optional(),
  models: z.array(z.looseObject({ name: z.string() })).optional(),
});

const OllamaTagsSchema = z.looseObject({ models: z.array(z.looseObject({ name: z.string() })) });

/** A list is asked for while a person waits for a picker or a sentence. */
const LIST_TIMEOUT_MS = 3000;
/** Nobody may wait for an Ollama that is not there. */
const OLLAMA_TIMEOUT_MS = 800;

/** The names of a provider's models; empty when it can't say. Never rejects. */
export async function providerNames(
  provider: Provider,
  fetch: Fetch,
  clock: Clock,
): Promise<readonly string[]> {
  const answer = await getJson(`${provider.baseUrl}/models`, headersOf(provider), {
    fetch,
    clock,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  const list = ListSchema.safeParse(answer);
  if (!list.success) return [];
  const names = list.data.data?.map(({ id }) => id) ?? list.data.models?.map(({ name }) => name) ?? [];
  return names.map((name) => name.replace(/^models\//, ''));
}

function headersOf({ type, apiKey }: Provider): Record<string, string> {
  if (type === 'anthropic') return { 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' };
  if (type === 'google') return { 'x-goog-api-key': apiKey ?? '' };
  return apiKey ? { authorization: `Bearer ${apiKey}` } : {};
}

/** An Ollama that answered at its address, with its models; undefined when none did. */
export async function findOllama(
  address: string,
  fetch: Fetch,
  clock: Clock,
): Promise<{ readonly address: string; readonly models: readonly string[] } | undefined> {
  const options = { fetch, clock, timeoutMs: OLLAMA_TIMEOUT_MS };
  const tags = OllamaTagsSchema.safeParse(await getJson(`${address}/api/tags`, {}, options));
  if (!tags.success) return undefined;
  const names = tags.data.models.map(({ name }) => name).filter((name) => !/embed|rerank/i.test(name));
  return { address, models: names };
}

/** Where an Ollama of this machine listens: `OLLAMA_HOST` may be a host, a port, both, or an address. */
export function ollamaAddress(host: string | undefined): string {
  const written = host?.trim() || '127.0.0.1:11434';
  const url = URL.parse(
    /^https?:\/\//.test(written) ? written : `http://${written.replace(/^:/, '127.0.0.1:')}`,
  );
  if (!url) return 'http://127.0.0.1:11434';
  const name = url.hostname === '0.0.0.0' || url.hostname === '[::]' ? '127.0.0.1' : url.hostname;
  const port = url.port || (/^https?:\/\//.test(written) ? '' : '11434');
  return `${url.protocol}//${name}${port ? `:${port}` : ''}`;
}

/** The JSON at an address; undefined for every failure: what can't be asked has no names. */
async function getJson(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: { fetch: Fetch; clock: Clock; timeoutMs: number },
): Promise<unknown> {
  const deadline = new AbortController();
  const timer = options.clock.after(options.timeoutMs, () => deadline.abort());
  try {
    const response = await options.fetch(url, { headers, signal: deadline.signal, redirect: 'error' });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  } finally {
    timer.dispose();
  }
}
