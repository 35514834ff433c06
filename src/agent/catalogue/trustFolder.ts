import type { Host } from '../host/host.ts';
import { instructionFolders } from '../instructions/findInstructions.ts';
import { FileCache } from '../inventory/fileCache.ts';
import { placesOf } from '../inventory/roots.ts';
import { approvalOf, changedLines } from '../trust/approval.ts';
import { isFolderTrusted, TrustStore } from '../trust/trustStore.ts';
import type { CodeItem, RefusedItem } from './applyApprovals.ts';
import { type Built, buildCatalogue } from './buildCatalogue.ts';
import { realPathOf } from './folderTrust.ts';

/** Something that may run from now on, and how it differs from what was agreed to before. */
export interface ApprovedItem extends CodeItem {
  /** Lines that went and came; empty when it is approved for the first time, or unchanged. */
  readonly changes: readonly string[];
  readonly already: boolean;
}

export interface GivenTrust {
  readonly folder: string;
  /** The root of its repository, when that is above it: the AGENTS.md from there down are the folder's too (I1). */
  readonly repository?: string;
  readonly items: readonly ApprovedItem[];
  readonly refused: readonly RefusedItem[];
}

/** Trusts a folder and agrees to everything in it that can run code, as it stands now (R5). */
export async function trustFolder(host: Host, folder: string): Promise<GivenTrust> {
  const trust = new TrustStore(host.files, host.environment.dataHome);
  const real = await realPathOf(host.files, folder);
  const { code, refused } = await codeOf(host, folder);
  const { approvals } = await trust.read();
  const items = code.map((item): ApprovedItem => {
    const before = approvals[item.key];
    const already = before?.hash === approvalOf(item.content).hash;
    return {
      ...item,
      already,
      changes: before && !already ? changedLines(before.content, item.content) : [],
    };
  });
  await trust.setFolder(real, true);
  await trust.approve(Object.fromEntries(code.map((c) => [c.key, approvalOf(c.content)])));
  const [repository = real] = await instructionFolders(host.files, real);
  return { folder: real, ...(repository !== real && { repository }), items, refused };
}

/** Takes trust back; gives the folder above that still makes it trusted, if one does. */
export async function revokeFolder(
  host: Host,
  folder: string,
): Promise<{ folder: string; wasTrusted: boolean; stillBy?: string }> {
  const trust = new TrustStore(host.files, host.environment.dataHome);
  const real = await realPathOf(host.files, folder);
  const before = await trust.read();
  const { code } = await codeOf(host, folder);
  await trust.setFolder(real, false);
  await trust.approve(Object.fromEntries(code.map((c) => [c.key, undefined])));
  const after = await trust.read();
  const stillBy = after.folders.find((f) => isFolderTrusted({ folders: [f] }, real));
  return {
    folder: real,
    wasTrusted: isFolderTrusted(before, real),
    ...(stillBy !== undefined && { stillBy }),
  };
}

/** What of the project's layer can run code. */
async function codeOf(host: Host, folder: string): Promise<Pick<Built, 'code' | 'refused'>> {
  const built = await buildCatalogue(
    {
      host,
      places: placesOf(host.environment, folder, undefined),
      cache: new FileCache(),
      trusted: true,
      editorSettings: undefined,
    },
    {},
  );
  return { code: built.code.filter((c) => c.under === 'project'), refused: built.refused };
}
