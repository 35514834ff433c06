import type { Entry } from '../store/entry.ts';
import { type DomainInPlay, domainsIn } from './domains.ts';
import { promptText } from './userMessage.ts';

/** What a turn shows first, and why the rest is left out (K2, K3). */
export interface CapabilitySlice {
  readonly domains: readonly DomainInPlay[];
  readonly leftOut: readonly { readonly server: string; readonly reason: string }[];
}

/** Something that may say what it is for. */
interface Serving {
  readonly serves?: readonly string[];
}

/** Characters of the conversation that are looked at, the latest. */
const MAX_TEXT = 100_000;

/**
 * Finds the domains that the prompt and the conversation so far touch. A server that declares what it
 * serves and touches none of them is left out of what the model is shown first; one that declares
 * nothing stays. Nothing is kept from being called.
 */
export function sliceServers(
  servers: readonly (Serving & { readonly id: string })[],
  prompt: string,
  history: readonly Entry[],
): CapabilitySlice {
  const declaring = servers.filter((server) => (server.serves?.length ?? 0) > 0);
  const text = `${historyText(history)}\n${prompt}`.slice(-MAX_TEXT);
  const domains = domainsIn(
    text,
    declaring.flatMap((server) => server.serves ?? []),
  );
  const inPlay = new Set(domains.map(({ domain }) => domain));
  const leftOut = declaring
    .filter((server) => !server.serves?.some((domain) => inPlay.has(domain)))
    .map((server) => ({
      server: server.id,
      reason: `It serves ${(server.serves ?? []).join(', ')}, which nothing in the conversation points to.`,
    }));
  return { domains, leftOut };
}

/** Those first that serve a domain in play (S6); otherwise the order stays, and nothing goes. */
export function servingFirst<T extends Serving>(items: readonly T[], { domains }: CapabilitySlice): T[] {
  const inPlay = new Set(domains.map(({ domain }) => domain));
  const serves = (item: T) => item.serves?.some((domain) => inPlay.has(domain)) ?? false;
  return [...items.filter(serves), ...items.filter((item) => !serves(item))];
}

function historyText(history: readonly Entry[]): string {
  const texts: string[] = [];
  let length = 0;
  for (let at = history.length - 1; at >= 0 && length < MAX_TEXT; at--) {
    const entry = history[at];
    const text =
      entry?.type === 'user'
        ? promptText(entry)
        : entry?.type === 'assistant' && entry.kind === 'text'
          ? entry.text
          : '';
    texts.push(text);
    length += text.length;
  }
  return texts.reverse().join('\n');
}
