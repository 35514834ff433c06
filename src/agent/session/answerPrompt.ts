import { ExpectedError } from '../../base/errors.ts';
import type { Diagnostic } from '../../protocol/inventory.ts';
import type { Files } from '../host/host.ts';
import type { Skill } from '../inventory/catalogue.ts';
import { titleOf } from '../store/title.ts';
import type { UserContent } from '../turn/events.ts';
import type { TurnPrompt } from '../turn/turn.ts';
import { answerLocally } from './answerLocally.ts';
import { runBuiltin } from './builtins/runBuiltin.ts';
import type { PromptAnswer } from './parts.ts';
import { profileOf } from './profile.ts';
import type { PromptContext } from './promptContext.ts';
import { withServerPrompt, withServerResources } from './promptFromServers.ts';
import { takeTurn } from './takeTurn.ts';

export type SessionErrorCode = 'config-broken' | 'skill-unreadable';

/**
 * Answers one prompt: by a command of Vakil's own, by a refusal, or by a turn with the model. Rejects
 * with `ExpectedError`, or when cancelled.
 */
export async function answerPrompt(
  context: PromptContext,
  prompt: TurnPrompt,
  signal: AbortSignal,
): Promise<PromptAnswer> {
  const { conversation, parts } = context;
  const catalogue = await conversation.catalogue();
  if (catalogue.fatal) throw brokenConfig(catalogue.fatal);
  const profile = profileOf(catalogue, conversation.settings.agent);
  const expansion = parts.expand(promptText(prompt.content), catalogue, profile);
  switch (expansion.kind) {
    case 'builtin':
      return runBuiltin(context, catalogue, prompt, expansion, signal);
    case 'refused':
      await answerLocally(context, prompt, expansion.message);
      return { kind: 'ended', stopReason: 'refusal' };
    case 'plain':
      context.named(titleOf(prompt.content));
      return takeTurn(context, catalogue, profile, await fromServers(context, prompt, signal), signal);
    case 'expanded': {
      context.named(titleOf(prompt.content));
      const skills = await readSkills(parts.host.files, expansion.skills);
      const read = await withServerResources(context.own.servers, prompt, signal);
      const from = expansion.command === undefined ? 'person' : 'command';
      return takeTurn(context, catalogue, profile, { ...read, from, text: expansion.text, skills }, signal);
    }
  }
}

/** The prompt with what MCP servers have to say to it. */
async function fromServers(
  { own }: PromptContext,
  prompt: TurnPrompt,
  signal: AbortSignal,
): Promise<TurnPrompt> {
  const read = await withServerResources(own.servers, prompt, signal);
  return withServerPrompt(own.servers, read, promptText(prompt.content), signal);
}

/** Why nothing can be sent: the configuration as a whole fails (N7). */
export function brokenConfig(fatal: Diagnostic): ExpectedError<SessionErrorCode> {
  const line = fatal.line === undefined ? '' : `:${fatal.line}`;
  return new ExpectedError('config-broken', `${fatal.path}${line}: ${fatal.message}`, { detail: fatal.fix });
}

/** The prompt as one text, mentions as `@name`: what a command or skill is looked for in. */
function promptText(content: readonly UserContent[]): string {
  return content
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'resource-link') return `@${part.name}`;
      return part.type === 'resource' ? `@${part.uri.split('/').pop() ?? part.uri}` : '';
    })
    .join('');
}

async function readSkills(
  files: Files,
  skills: readonly Skill[],
): Promise<readonly { name: string; path: string; text: string }[]> {
  return Promise.all(
    skills.map(async ({ name, path }) => {
      try {
        return { name, path, text: await files.readText(path) };
      } catch (cause) {
        throw new ExpectedError<SessionErrorCode>(
          'skill-unreadable',
          `The skill "${name}" can't be read at ${path}.`,
          { cause },
        );
      }
    }),
  );
}
