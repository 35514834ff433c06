import path from 'node:path';
import { z } from 'zod';
import { SerialQueue } from '../../base/abort.ts';
import { parseJson } from '../../base/json.ts';
import type { Files } from '../host/host.ts';

/** What a person agreed to: the text that says what would run, and its hash. */
const ApprovalSchema = z.object({ hash: z.string(), content: z.string() });
export type Approval = z.infer<typeof ApprovalSchema>;

const TrustFileSchema = z.object({
  version: z.literal(1),
  /** Real paths of trusted folders; each counts for what is below it too. */
  folders: z.array(z.string()),
  /** By what was approved: `<kind>:<file>:<name>`. */
  approvals: z.record(z.string(), ApprovalSchema),
});
export type TrustState = z.infer<typeof TrustFileSchema>;

const NOTHING: TrustState = { version: 1, folders: [], approvals: {} };

/**
 * The person's word on folders and on what may run (R5), in one file of the data home. Reading never
 * fails: a file that is broken or not there means that nothing is trusted.
 */
export class TrustStore {
  readonly path: string;
  readonly #files: Files;
  readonly #queue = new SerialQueue();

  constructor(files: Files, dataHome: string) {
    this.#files = files;
    this.path = path.join(dataHome, 'trust.json');
  }

  async read(): Promise<TrustState> {
    let text: string;
    try {
      text = await this.#files.readText(this.path);
    } catch {
      // Nobody trusted anything yet, or the file can't be read: both mean no trust.
      return NOTHING;
    }
    const json = parseJson(text);
    const parsed = TrustFileSchema.safeParse(json.ok ? json.value : undefined);
    return parsed.success ? parsed.data : NOTHING;
  }

  setFolder(folder: string, trusted: boolean): Promise<void> {
    return this.#change((state) => {
      const others = state.folders.filter((f) => f !== folder);
      return { ...state, folders: trusted ? [...others, folder].sort() : others };
    });
  }

  /** Records agreements; undefined takes one back. */
  approve(changes: Readonly<Record<string, Approval | undefined>>): Promise<void> {
    return this.#change((state) => {
      const approvals = { ...state.approvals };
      for (const [key, approval] of Object.entries(changes)) {
        if (approval) approvals[key] = approval;
        else delete approvals[key];
      }
      return { ...state, approvals };
    });
  }

  #change(act: (state: TrustState) => TrustState): Promise<void> {
    return this.#queue.run(async () => {
      const next = act(await this.read());
      await this.#files.makeDir(path.dirname(this.path));
      await this.#files.write(this.path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
    });
  }
}

/** True when the folder or one above it is trusted. Both given as real paths. */
export function isFolderTrusted(state: Pick<TrustState, 'folders'>, folder: string): boolean {
  return state.folders.some(
    (f) => folder === f || folder.startsWith(f.endsWith(path.sep) ? f : f + path.sep),
  );
}
