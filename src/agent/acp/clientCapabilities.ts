import { z } from 'zod';
import { type ClientPowers, ClientPowersSchema } from '../../protocol/vak.ts';

/** What the client of a connection can do, in our words. What it does not say, it can't. */
export interface ClientCapabilities {
  readonly readTextFile: boolean;
  readonly writeTextFile: boolean;
  readonly notices: boolean;
  readonly compaction: boolean;
  readonly subagents: boolean;
  /** Shows live output that travels under `_meta.terminal_output`. */
  readonly terminalOutput: boolean;
  readonly elicitation: { readonly form: boolean; readonly url: boolean };
  /** Undefined: not our own extension. */
  readonly vak: ClientPowers | undefined;
}

const flag = z.boolean().catch(false).default(false);
/** `{}` says yes; anything but an object says no. */
const marker = z
  .looseObject({})
  .transform(() => true)
  .catch(false)
  .default(false);
const NO_FILES = { readTextFile: false, writeTextFile: false };
const NO_SESSION = { notices: false, compaction: false };
const NO_ELICITATION = { form: false, url: false };

const WireSchema = z.looseObject({
  fs: z.looseObject({ readTextFile: flag, writeTextFile: flag }).catch(NO_FILES).default(NO_FILES),
  session: z.looseObject({ notices: marker, compaction: marker }).catch(NO_SESSION).default(NO_SESSION),
  subagents: marker,
  elicitation: z.looseObject({ form: marker, url: marker }).catch(NO_ELICITATION).default(NO_ELICITATION),
  _meta: z
    .looseObject({ terminal_output: flag, vak: ClientPowersSchema.optional().catch(undefined) })
    .catch({ terminal_output: false })
    .default({ terminal_output: false }),
});

/** Reads the parameters of `initialize`. A value of the wrong kind counts as absent. */
export function readClientCapabilities(params: unknown): ClientCapabilities {
  const raw = (params as { clientCapabilities?: unknown } | null | undefined)?.clientCapabilities;
  const wire = WireSchema.catch(() => WireSchema.parse({})).parse(raw ?? {});
  return {
    readTextFile: wire.fs.readTextFile,
    writeTextFile: wire.fs.writeTextFile,
    notices: wire.session.notices,
    compaction: wire.session.compaction,
    subagents: wire.subagents,
    terminalOutput: wire._meta.terminal_output,
    elicitation: { form: wire.elicitation.form, url: wire.elicitation.url },
    vak: wire._meta.vak,
  };
}
