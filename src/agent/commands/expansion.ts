import type { Skill } from '../inventory/catalogue.ts';

/**
 * What a prompt becomes before it is sent (S9, C1–C6). `text` is the prompt as the model gets it: a
 * command's template filled in, or the request behind a skill. Skills come as catalogue entries; who
 * sends the prompt reads their files and puts them before the model as labelled sections of their own.
 */
export type Expansion =
  | { readonly kind: 'plain'; readonly text: string }
  | {
      readonly kind: 'expanded';
      readonly text: string;
      readonly skills: readonly Skill[];
      /** The command that was filled in, when it was one. */
      readonly command?: string;
    }
  /** One of the agent's own commands (E2), answered without a model. */
  | { readonly kind: 'builtin'; readonly name: string; readonly arguments: string }
  /** Nothing is sent; the message is the agent's answer, stop reason `refusal`. */
  | { readonly kind: 'refused'; readonly message: string };
