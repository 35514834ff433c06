import path from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../base/json.ts';
import type { Files } from '../host/host.ts';
import { readManifest } from './readManifest.ts';

/** A plugin that a source offers; `path` is inside the source, `address` is another repository. */
export interface Offer {
  readonly name: string;
  readonly description: string;
  readonly path?: string;
  readonly address?: string;
  readonly ref?: string;
}

const SourceSchema = z.union([
  z.string().transform((p) => ({ path: p })),
  z.looseObject({
    path: z.string().optional(),
    url: z.string().optional(),
    ref: z.string().optional(),
    repo: z.string().optional(),
  }),
]);
const MarketplaceSchema = z.looseObject({
  plugins: z.array(
    z.looseObject({ name: z.string(), description: z.string().optional(), source: SourceSchema }),
  ),
});

const MARKETPLACES = ['.claude-plugin/marketplace.json', '.agents/plugins/marketplace.json'];

/** What a source with several plugins offers: by its marketplace file, else the folders that have a manifest. */
export async function offersIn(files: Files, root: string): Promise<readonly Offer[]> {
  for (const below of MARKETPLACES) {
    const text = await files.readText(path.join(root, below)).catch(() => undefined);
    if (text === undefined) continue;
    const json = parseJson(text);
    const parsed = MarketplaceSchema.safeParse(json.ok ? json.value : undefined);
    if (parsed.success) return parsed.data.plugins.map(offerOf);
  }
  return [
    ...(await foldersWithManifest(files, root, 'plugins')),
    ...(await foldersWithManifest(files, root, '')),
  ];
}

function offerOf(entry: z.infer<typeof MarketplaceSchema>['plugins'][number]): Offer {
  const source: { path?: string; url?: string; ref?: string; repo?: string } = entry.source;
  const address =
    source.url ?? (source.repo === undefined ? undefined : `https://github.com/${source.repo}.git`);
  const inner = source.path?.replace(/^\.\/+/, '').replace(/\/+$/, '');
  return {
    name: entry.name,
    description: entry.description?.replace(/\s+/g, ' ').trim() ?? '',
    ...(inner !== undefined && { path: inner }),
    ...(address !== undefined && { address }),
    ...(source.ref !== undefined && { ref: source.ref }),
  };
}

async function foldersWithManifest(files: Files, root: string, below: string): Promise<Offer[]> {
  const offers: Offer[] = [];
  for (const entry of await files.readDir(path.join(root, below)).catch(() => [])) {
    if (entry.kind !== 'folder' || entry.name.startsWith('.')) continue;
    const inner = path.posix.join(below, entry.name);
    const { manifest } = await readManifest(files, path.join(root, inner), entry.name);
    if (manifest) offers.push({ name: manifest.name, description: manifest.description, path: inner });
  }
  return offers.sort((a, b) => (a.name < b.name ? -1 : 1));
}
