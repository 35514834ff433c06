import { ExpectedError } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import type { ServerPrompt } from '../../mcp/serverItems.ts';
import { clean, readBlock } from './callResult.ts';
import type { ServerPrompt as PromptCommand, PromptExpansion } from './mcpServers.ts';
import type { ServerSlot } from './serverSlot.ts';

const PREFIX = 'mcp:';

/** Prompts of the servers known so far, as commands. */
export function promptCommands(slots: readonly ServerSlot[]): readonly PromptCommand[] {
  return slots.flatMap((slot) =>
    (slot.catalogue?.prompts ?? [])
      // A command's name is one word.
      .filter((prompt) => !/\s/.test(prompt.name))
      .map((prompt) => {
        const hint = prompt.arguments
          .map((each) => (each.required ? `<${each.name}>` : `[${each.name}]`))
          .join(' ');
        return {
          name: `${PREFIX}${slot.server.id}:${prompt.name}`,
          description:
            clean(prompt.description ?? prompt.title ?? prompt.name).split('\n', 1)[0] ?? prompt.name,
          ...(hint ? { argumentHint: hint } : {}),
          server: slot.server.id,
        };
      }),
  );
}

/** What a prompt command becomes. Rejects with `ExpectedError` when there is no such prompt or an argument is missing. */
export async function expandPrompt(
  slots: readonly ServerSlot[],
  name: string,
  rest: string,
  signal: AbortSignal,
): Promise<PromptExpansion> {
  const [, id, promptName] = /^mcp:([^:]+):(.+)$/.exec(name) ?? [];
  const slot = slots.find((each) => each.server.id === id);
  if (!slot || promptName === undefined)
    throw new ExpectedError('no-prompt', `There is no MCP server "${id ?? name}".`);
  return slot.use(async (connection) => {
    const prompt = slot.catalogue?.prompts.find((each) => each.name === promptName);
    if (!prompt)
      throw new ExpectedError('no-prompt', `The MCP server "${id}" has no prompt "${promptName}".`);
    const result = await connection.getPrompt(prompt.name, promptArguments(prompt, rest), signal);
    const { redact } = slot.server;
    const blocks = result.messages.map(({ role, content }) => ({
      role,
      ...readBlock(isRecord(content) ? content : { type: 'text', text: String(content) }, redact),
    }));
    const several = new Set(blocks.map((block) => block.role)).size > 1;
    return {
      text: blocks
        .flatMap((block) =>
          block.text === undefined ? [] : several ? `${block.role}: ${block.text}` : block.text,
        )
        .join('\n\n'),
      media: blocks.flatMap((block) => block.media ?? []),
    };
  }, signal);
}

/**
 * Arguments from what was typed: `name=value` words (quotes hold blanks together), or values in order,
 * the last of which takes the rest. Rejects with `ExpectedError` naming the missing one.
 */
export function promptArguments(prompt: ServerPrompt, rest: string): Record<string, string> {
  const known = prompt.arguments;
  const values: Record<string, string> = {};
  const words = rest.match(/(?:[^\s"']+=)?(?:"[^"]*"|'[^']*'|[^\s"']+)/g) ?? [];
  const named = words.map((word) => /^([^=\s"']+)=(.*)$/s.exec(word));
  if (words.length > 0 && named.every((match) => match && known.some((each) => each.name === match[1]))) {
    for (const match of named) if (match?.[1]) values[match[1]] = unquote(match[2] ?? '');
  } else {
    let text = rest.trim();
    known.forEach((argument, index) => {
      if (text === '') return;
      const isLast = index === known.length - 1;
      const word = isLast ? text : (/^(?:"[^"]*"|'[^']*'|\S+)/.exec(text)?.[0] ?? text);
      values[argument.name] = isLast && !/^(["'])[^"']*\1$/.test(word) ? word : unquote(word);
      text = text.slice(word.length).trimStart();
    });
  }
  const missing = known.filter((argument) => argument.required && values[argument.name] === undefined);
  if (missing.length > 0)
    throw new ExpectedError(
      'prompt-argument',
      `The prompt "${prompt.name}" needs ${missing.map((each) => `"${each.name}"`).join(', ')}: ${known.map((each) => `${each.name}=…`).join(' ')}`,
    );
  return values;
}

function unquote(word: string): string {
  return /^(["']).*\1$/s.test(word) ? word.slice(1, -1) : word;
}
