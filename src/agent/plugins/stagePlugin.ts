import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ExpectedError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import type { Host } from '../host/host.ts';
import { isInside } from '../inventory/listFiles.ts';
import { bytesBelow, copyTree, MOST_BYTES } from './copyTree.ts';
import { type InstallRecord, writeRecord } from './installRecord.ts';
import { type Offer, offersIn } from './marketplace.ts';
import { checkInnerPath, checkRef, parseSource } from './pluginSource.ts';
import { type PluginPreview, previewPlugin } from './previewPlugin.ts';
import { type Manifest, readManifest } from './readManifest.ts';
import { runGit } from './runGit.ts';

export interface StageRequest {
  readonly source: string;
  /** A folder inside the source, or the name of a plugin that it offers. */
  readonly path?: string;
  readonly ref?: string;
  /** Where relative sources start. */
  readonly cwd: string;
}

/** A plugin, copied beside the others and validated whole; nothing counts yet. */
export interface Staged {
  readonly kind: 'staged';
  /** Holds everything of this staging; its owner removes it. */
  readonly folder: string;
  /** The plugin's own folder in it, its record included. */
  readonly plugin: string;
  readonly manifest: Manifest;
  readonly preview: PluginPreview;
  readonly record: InstallRecord;
}

/** The source has several plugins: the person picks one. */
export interface Choices {
  readonly kind: 'choices';
  readonly offers: readonly Offer[];
}

export interface StageDeps {
  readonly host: Host;
  /** The folder of plugins; staging stands in it, on the same disk. */
  readonly plugins: string;
  readonly progress?: (message: string) => void;
}

export const STAGING_PREFIX = '.staging-';

/** Fetches, copies and validates. Removes what it made when it fails or gives only choices. */
export async function stagePlugin(
  request: StageRequest,
  deps: StageDeps,
  signal: AbortSignal,
): Promise<Staged | Choices> {
  const { files } = deps.host;
  const folder = path.join(deps.plugins, `${STAGING_PREFIX}${randomUUID()}`);
  await files.makeDir(folder);
  try {
    const staged = await stage(request, folder, deps, signal, 0);
    if (staged.kind === 'choices') await files.remove(folder);
    return staged;
  } catch (error) {
    await files.remove(folder);
    throw error;
  }
}

async function stage(
  request: StageRequest,
  folder: string,
  deps: StageDeps,
  signal: AbortSignal,
  hops: number,
): Promise<Staged | Choices> {
  const { files } = deps.host;
  const fetched = await fetchSource(request, folder, deps, signal);
  const root = await files.realPath(fetched.root);
  const picked = await pick(request, root, files);
  if (picked.kind === 'choices') return picked;
  if (picked.kind === 'elsewhere') {
    if (hops > 0)
      throw new ExpectedError('no-manifest', 'The repository points to another one, which points further.');
    await files.remove(path.join(folder, 'tree'));
    const { address, path: inner, ref } = picked.offer;
    return stage(
      { cwd: request.cwd, source: address ?? '', path: inner, ref },
      folder,
      deps,
      signal,
      hops + 1,
    );
  }
  const { inner } = picked;
  const record: InstallRecord = {
    source: fetched.source,
    ...(request.ref !== undefined && { ref: request.ref }),
    ...(inner !== '' && { path: inner }),
    ...(fetched.commit !== undefined && { commit: fetched.commit }),
  };
  const wanted = inner !== '' ? path.basename(inner) : fetched.folderName;
  const plugin = path.join(folder, 'plugin');
  deps.progress?.('Copying the plugin …');
  await copyTree(files, path.join(root, inner), plugin, signal);
  const manifest = await validManifest(files, plugin, wanted);
  deps.progress?.('Looking into it …');
  const preview = await previewPlugin(deps.host, manifest);
  refuseBroken(manifest, preview);
  await writeRecord(files, plugin, record);
  return { kind: 'staged', folder, plugin, manifest, preview, record };
}

interface Fetched {
  readonly root: string;
  /** As the record keeps it: absolute for a folder. */
  readonly source: string;
  readonly commit?: string;
  /** What the plugin must be called when the source's root is it; a repository's root has no say. */
  readonly folderName?: string;
}

async function fetchSource(
  request: StageRequest,
  folder: string,
  deps: StageDeps,
  signal: AbortSignal,
): Promise<Fetched> {
  const { host } = deps;
  const source = parseSource(request.source, request.cwd, host.environment.home);
  if (source.kind === 'folder') {
    if (request.ref !== undefined)
      throw new ExpectedError('bad-ref', '--ref is for git sources; a folder has none.');
    if ((await host.files.stat(source.folder))?.kind !== 'folder')
      throw new ExpectedError('not-found', `There is no folder ${source.folder}.`);
    return { root: source.folder, source: source.folder, folderName: path.basename(source.folder) };
  }
  deps.progress?.(`Fetching ${source.address} …`);
  const tree = path.join(folder, 'tree');
  const branch = request.ref === undefined ? [] : ['--branch', checkRef(request.ref)];
  const shape = ['--depth', '1', '--single-branch', '--no-tags', '--no-recurse-submodules', '--template='];
  await runGit(
    host,
    {
      args: ['clone', '--quiet', ...shape, ...branch, '--', source.address, tree],
      cwd: folder,
      overLimit: async () =>
        (await bytesBelow(host.files, tree)) > 2 * MOST_BYTES
          ? `The repository is larger than ${(2 * MOST_BYTES) / 1_048_576} MB.`
          : undefined,
    },
    signal,
  );
  const commit = (await runGit(host, { args: ['rev-parse', 'HEAD'], cwd: tree }, signal)).trim();
  return { root: tree, source: source.address, commit };
}

type Picked = { kind: 'here'; inner: string } | { kind: 'elsewhere'; offer: Offer } | Choices;

/** Which folder of the source is meant: `--path`, the root when it is a plugin, else what is offered. */
async function pick(request: StageRequest, root: string, files: Host['files']): Promise<Picked> {
  if (request.path !== undefined) {
    const inner = checkInnerPath(request.path);
    if (inner === '.') return { kind: 'here', inner: '' };
    const real = await files.realPath(path.join(root, inner)).catch(() => undefined);
    if (real !== undefined) {
      if (!isInside(real, root))
        throw new ExpectedError('bad-path', `"${request.path}" leads out of the source.`);
      return { kind: 'here', inner };
    }
    const offers = await offersIn(files, root);
    const offer = offers.find((o) => o.name === request.path);
    if (offer?.address !== undefined) return { kind: 'elsewhere', offer };
    if (offer?.path !== undefined)
      return { kind: 'here', inner: offer.path === '' ? '' : checkInnerPath(offer.path) };
    const near = nearest(
      request.path,
      offers.map((o) => o.name),
      1,
    )[0];
    throw new ExpectedError(
      'not-found',
      `The source has no "${request.path}".${near ? ` Did you mean "${near}"?` : ''}`,
    );
  }
  if ((await readManifest(files, root)).file !== undefined) return { kind: 'here', inner: '' };
  const offers = await offersIn(files, root);
  if (offers.length > 0) return { kind: 'choices', offers };
  throw new ExpectedError('no-manifest', 'There is no plugin: the folder has no manifest and offers none.');
}

async function validManifest(
  files: Host['files'],
  folder: string,
  folderName: string | undefined,
): Promise<Manifest> {
  const reading = await readManifest(files, folder, folderName);
  if (reading.manifest) return reading.manifest;
  const error = reading.diagnostics.find((d) => d.severity === 'error');
  if (!error) throw new ExpectedError('no-manifest', 'There is no plugin: the folder has no manifest.');
  const place = `${path.relative(folder, error.path)}:${error.line ?? 1}:${error.column ?? 1}`;
  throw new ExpectedError('bad-manifest', `${place} ${error.message}`);
}

/** Hooks and servers of a plugin are right or it is none; a bad skill is only skipped (P3). */
function refuseBroken(manifest: Manifest, preview: PluginPreview): void {
  if (manifest.format === 'agent-plugins') return;
  const error = preview.problems.find((d) => d.severity === 'error');
  if (!error) return;
  const place = `${path.relative(manifest.folder, error.path)}:${error.line ?? 1}:${error.column ?? 1}`;
  throw new ExpectedError('bad-plugin', `${place} ${error.message}`);
}
