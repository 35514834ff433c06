import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import { ServerPromptSchema, ServerToolSchema } from '../../mcp/serverItems.ts';
import type { Host } from '../host/host.ts';

/** What a server offers, as it was listed last. Kept on disk, so that it is shown without starting the server (M3). */
export const KeptCatalogueSchema = z.object({
  version: z.literal(1),
  era: z.enum(['stateful', 'stateless']),
  /** False: the server does not say when its tools change, and is asked now and then (M5). */
  listChanged: z.boolean(),
  instructions: z.string().optional(),
  tools: z.array(ServerToolSchema),
  prompts: z.array(ServerPromptSchema),
  /** What was left out of the lists and why. */
  notes: z.array(z.string()),
});
export type KeptCatalogue = z.infer<typeof KeptCatalogueSchema>;

/** A catalogue larger than this is not kept: it is asked for again. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Undefined when none is kept or it can't be read. */
export async function readKept(host: Host, hash: string): Promise<KeptCatalogue | undefined> {
  try {
    const parsed = parseJson(await host.files.readText(fileOf(host, hash)));
    const kept = parsed.ok ? KeptCatalogueSchema.safeParse(parsed.value) : undefined;
    return kept?.success ? kept.data : undefined;
  } catch {
    // Nothing kept: the server is asked.
    return undefined;
  }
}

/** Keeps a catalogue; a cache that can't be written costs a start, no more. */
export async function writeKept(host: Host, hash: string, catalogue: KeptCatalogue): Promise<void> {
  const text = JSON.stringify(catalogue);
  if (text.length > MAX_BYTES) return;
  try {
    await host.files.makeDir(path.dirname(fileOf(host, hash)));
    await host.files.write(fileOf(host, hash), text, { mode: 0o600 });
  } catch {
    // Read-only or full: the catalogue lives in memory only.
  }
}

function fileOf(host: Host, hash: string): string {
  return path.join(host.environment.cacheHome, 'mcp', `${hash}.json`);
}
