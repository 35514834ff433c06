import { type AgentContext, methods } from '@agentclientprotocol/sdk/unstable';
import { z } from 'zod';
import { raceAbort } from '../../base/abort.ts';
import type { Host } from '../host/host.ts';
import type { Documents } from '../tools/tool.ts';
import type { ClientCapabilities } from './clientCapabilities.ts';

/** How long a client may take to hand over a document before the disk is read instead. */
const READ_MS = 3_000;
/** Files above are not compared with a client's text: nobody edits them by hand. */
const MAX_COMPARED_BYTES = 2 * 1024 * 1024;
const TextSchema = z.looseObject({ content: z.string() });

export interface ClientDocumentsOptions {
  readonly client: AgentContext;
  readonly capabilities: ClientCapabilities;
  readonly sessionId: string;
  readonly host: Host;
  /** Absolute paths that the client said are open; undefined when it does not tell. */
  readonly open: () => ReadonlySet<string> | undefined;
}

/**
 * The documents that the client has open, through the client (E6). A client that does not tell which
 * those are is asked for the file, and counts as having it open when its text differs from the
 * disk's: then somebody is writing there. Everything else stays on the disk, byte for byte.
 */
export class ClientDocuments implements Documents {
  readonly #options: ClientDocumentsOptions;
  /** What a client that does not tell turned out to have open. */
  readonly #found = new Set<string>();

  constructor(options: ClientDocumentsOptions) {
    this.#options = options;
  }

  async read(path: string, signal?: AbortSignal): Promise<string | undefined> {
    const { capabilities, open } = this.#options;
    if (!capabilities.readTextFile) return undefined;
    const told = open();
    if (told !== undefined) return told.has(path) ? this.#ask(path, signal) : undefined;
    const onDisk = await this.#textOnDisk(path);
    if (onDisk === undefined) return undefined;
    const text = await this.#ask(path, signal);
    const differs = text !== undefined && plain(text) !== plain(onDisk);
    if (differs) this.#found.add(path);
    else this.#found.delete(path);
    return differs ? text : undefined;
  }

  async write(path: string, content: string, signal?: AbortSignal): Promise<boolean> {
    const { capabilities, client, sessionId, open } = this.#options;
    const isOpen = (open() ?? this.#found).has(path);
    if (!capabilities.writeTextFile || !isOpen) return false;
    await raceAbort(client.request(methods.client.fs.writeTextFile, { sessionId, path, content }), signal);
    return true;
  }

  /** The client's text; undefined when it has none to give in time. */
  async #ask(path: string, signal: AbortSignal | undefined): Promise<string | undefined> {
    const { client, sessionId } = this.#options;
    const deadline = AbortSignal.timeout(READ_MS);
    const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    try {
      const response = await raceAbort(
        client.request(methods.client.fs.readTextFile, { sessionId, path }),
        either,
      );
      return TextSchema.safeParse(response).data?.content;
    } catch (error) {
      if (signal?.aborted) throw error;
      // Not open there after all, or too slow: the disk has it.
      return undefined;
    }
  }

  async #textOnDisk(path: string): Promise<string | undefined> {
    const { files } = this.#options.host;
    const stat = await files.stat(path);
    if (stat?.kind !== 'file' || stat.size > MAX_COMPARED_BYTES) return undefined;
    return files.readText(path);
  }
}

/** Editors drop the byte-order mark and may show other line ends. */
function plain(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
}
