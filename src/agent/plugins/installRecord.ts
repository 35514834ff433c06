import path from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { parseYaml } from '../config/yamlText.ts';
import type { Files } from '../host/host.ts';

/** What `install` writes into a plugin and `update` follows (P9); nobody edits it. */
const InstallRecordSchema = z.object({
  source: z.string(),
  ref: z.string().optional(),
  path: z.string().optional(),
  /** Of a git source; a folder has none. */
  commit: z.string().optional(),
});
export type InstallRecord = z.infer<typeof InstallRecordSchema>;

const RECORD_FILE = '.vak-install.yaml';

export async function writeRecord(files: Files, folder: string, record: InstallRecord): Promise<void> {
  const head = '# Written by "vak plugin install"; "vak plugin update" follows it. Do not edit.\n';
  await files.write(path.join(folder, RECORD_FILE), head + stringify(record));
}

/** Undefined for a plugin that was not installed by a command. */
export async function readRecord(files: Files, folder: string): Promise<InstallRecord | undefined> {
  const text = await files.readText(path.join(folder, RECORD_FILE)).catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = InstallRecordSchema.safeParse(parseYaml(text).value);
  return parsed.success ? parsed.data : undefined;
}
