import type { InstructionUpdate } from '../instructions/instructionSet.ts';
import type { ModelRequest } from '../model/model.ts';
import type { PromptSection } from '../model/promptParts.ts';
import { createPlaces } from '../permissions/places.ts';
import { NOTHING_WITHHELD, withheldFrom } from '../permissions/withheld.ts';
import type { EntryOf } from '../store/entry.ts';
import type { Tool, ToolContext } from '../tools/tool.ts';
import { type Reading, readAttachments } from './attachments.ts';
import { historyMessages } from './history.ts';
import { circumstances } from './stages/circumstances.ts';
import { buildSystemPrompt } from './systemPrompt.ts';
import type { EmitTurnEvent, TurnDeps, TurnInput, TurnPrompt } from './turn.ts';
import type { HookVerdict } from './turnHooks.ts';
import type { TurnLog } from './turnLog.ts';
import { writtenText } from './userMessage.ts';

/** The tool that a mention stands for. */
const READ_FILE = { name: 'read_file', aliases: ['Read', 'read'] } as const;

/** Puts messages, instructions and context into the conversation, and builds what a model is sent. */
export class Prompter {
  readonly #input: TurnInput;
  readonly #deps: TurnDeps;
  readonly #emit: EmitTurnEvent;
  readonly #log: TurnLog;
  readonly #signal: AbortSignal;
  #turnStart = '';

  constructor(input: TurnInput, deps: TurnDeps, emit: EmitTurnEvent, log: TurnLog, signal: AbortSignal) {
    this.#input = input;
    this.#deps = deps;
    this.#emit = emit;
    this.#log = log;
    this.#signal = signal;
  }

  /** Id of the entry that the turn begins with. */
  get turnStart(): string {
    return this.#turnStart;
  }

  /** Everything that one model call is given. */
  request(tools: readonly Tool[]): ModelRequest {
    const deps = this.#deps;
    const system = buildSystemPrompt({
      cwd: this.#input.cwd,
      roots: this.#input.roots,
      platform: deps.host.environment.platform,
      now: deps.host.clock.now(),
      skills: deps.skills,
      skillsTokens: Math.floor(deps.skillsBudget * deps.model.info.contextWindow),
      sections: deps.system(),
    });
    return {
      prompt: [system, ...historyMessages(this.#log.view(), deps.model.info)],
      tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
      ...(deps.thinking === undefined ? {} : { thinking: deps.thinking }),
    };
  }

  /** Logs and shows the prompt, and asks the UserPromptSubmit hooks; `refused` when one blocks it. */
  async begin(prompt: TurnPrompt): Promise<'sent' | 'refused'> {
    const instructions = await this.#deps.instructions?.beginTurn();
    const user = await this.#record(prompt, 'prompt', (instructions ?? []).map(instructionSection));
    this.#show(user.id, prompt);
    this.#turnStart = user.id;
    await this.#recordSlice();
    const verdict = await this.#askHooks(user.id, prompt);
    const reason = verdict.endTurn ?? verdict.block;
    if (reason !== undefined) {
      await this.#say(`The prompt was not sent. ${reason}`);
      return 'refused';
    }
    await this.#recordContext(verdict);
    return 'sent';
  }

  async #askHooks(messageId: string, prompt: TurnPrompt): Promise<HookVerdict> {
    const text = prompt.text ?? writtenText(prompt.content);
    return (await this.#deps.hooks?.userPromptSubmit({ messageId, text }, this.#signal)) ?? {};
  }

  async #recordContext({ context = [] }: HookVerdict): Promise<void> {
    for (const text of context)
      await this.#log.record({ type: 'context', label: { kind: 'hook', event: 'UserPromptSubmit' }, text });
  }

  async #recordSlice(): Promise<void> {
    const { slice } = this.#input;
    if (!slice || slice.leftOut.length === 0) return;
    const domains = slice.domains.map(({ domain }) => domain);
    await this.#log.record({ type: 'slice', domains, leftOut: [...slice.leftOut] });
  }

  /**
   * Messages that came in while the turn ran. Hooks judge each as they do a prompt: gives how many are for the
   * model, and why a hook ends the turn.
   */
  async join(prompts: readonly TurnPrompt[]): Promise<{ readonly sent: number; readonly endTurn?: string }> {
    let sent = 0;
    let endTurn: string | undefined;
    for (const each of prompts) {
      const messageId = each.messageId ?? crypto.randomUUID();
      const prompt = { ...each, messageId, meta: { ...each.meta, steered: true } };
      // What becomes of it is not known yet; the runs of the hooks are shown with it.
      this.#show(messageId, prompt);
      const verdict = endTurn === undefined ? await this.#judge(prompt) : { endTurn };
      endTurn = verdict.endTurn;
      const reason = endTurn ?? verdict.block;
      if (reason !== undefined) {
        await this.#keepBack(prompt);
        await this.#say(`The message was not sent. ${reason}`);
      } else {
        await this.#record(prompt, 'steering', []);
        await this.#recordContext(verdict);
        sent++;
      }
    }
    return { sent, ...(endTurn !== undefined && { endTurn }) };
  }

  /** A turn that is stopped meanwhile leaves the message as it was shown, unsent. */
  async #judge(prompt: TurnPrompt & { readonly messageId: string }): Promise<HookVerdict> {
    try {
      return await this.#askHooks(prompt.messageId, prompt);
    } catch (error) {
      await this.#keepBack(prompt);
      throw error;
    }
  }

  /** Into the log as what no model sees. */
  #keepBack({ messageId, content, meta }: TurnPrompt): Promise<unknown> {
    const id = messageId;
    return this.#log.record({ type: 'user', id, content: [...content], context: [], meta, role: 'local' });
  }

  /** A Stop hook wants the turn to go on. */
  async continueForHook(reason: string): Promise<void> {
    const content = [{ type: 'text' as const, text: `[stop-hook] ${reason}` }];
    const prompt = { from: 'hook', content } as const;
    const { id } = await this.#record(prompt, 'stop-hook', []);
    this.#show(id, prompt);
  }

  /** The AGENTS.md files between the working folder and what was touched join the context. */
  async joinInstructions(touched: readonly string[]): Promise<void> {
    if (touched.length === 0 || !this.#deps.instructions) return;
    for (const update of await this.#deps.instructions.touched([...new Set(touched)])) {
      const { label, text } = instructionSection(update);
      await this.#log.record({ type: 'context', label: { ...label }, text });
    }
  }

  async #record(
    prompt: TurnPrompt,
    role: EntryOf<'user'>['role'],
    instructions: readonly PromptSection[],
  ): Promise<{ readonly id: string }> {
    const text = prompt.text ?? writtenText(prompt.content);
    const attached = await readAttachments(prompt, text, this.#readContext(), this.#reading());
    const deeper = (await this.#deps.instructions?.touched(attached.files)) ?? [];
    const sections = [
      ...instructions,
      ...deeper.map(instructionSection),
      ...(prompt.context ?? []),
      ...(prompt.skills ?? []).map(skillSection),
      ...attached.sections,
    ];
    return this.#log.record({
      type: 'user',
      ...(prompt.messageId === undefined ? {} : { id: prompt.messageId }),
      content: [...prompt.content],
      ...(prompt.text === undefined ? {} : { prompt: prompt.text }),
      context: sections.map((section) => ({ label: { ...section.label }, text: section.text })),
      role,
      ...(prompt.meta ? { meta: prompt.meta } : {}),
    });
  }

  #show(messageId: string, { content, meta }: TurnPrompt): void {
    this.#emit({ kind: 'user-message', messageId, content, ...(meta ? { meta } : {}) });
  }

  /** An answer of Vakil's own, which no model is sent. */
  async #say(text: string): Promise<void> {
    const messageId = crypto.randomUUID();
    await this.#log.record({
      type: 'assistant',
      messageId,
      kind: 'text',
      text,
      local: true,
      meta: { notice: 'warning' },
    });
    this.#emit({ kind: 'text', messageId, text, meta: { notice: 'warning' } });
  }

  /** Reading as a call would. */
  #reading(): Reading {
    const { host, permissions } = this.#deps;
    const about = circumstances(READ_FILE, { deps: this.#deps, input: this.#input });
    return {
      decide: (path) => permissions.decide({ ...about, subject: { kind: 'read', paths: [path] } }),
      withheld: withheldFrom(about, createPlaces(host)),
    };
  }

  /** What reading an attachment may use: no call runs, so nothing is shown or changed. */
  #readContext(): ToolContext {
    const deps = this.#deps;
    return {
      sessionId: this.#input.sessionId,
      callId: '',
      cwd: this.#input.cwd,
      roots: this.#input.roots,
      host: deps.host,
      sandbox: deps.sandbox,
      documents: deps.documents,
      state: deps.toolState,
      signal: this.#signal,
      withheld: NOTHING_WITHHELD,
      beforeChange: async () => undefined,
      output: () => undefined,
      present: () => undefined,
    };
  }
}

/** An AGENTS.md as a model reads it. */
export function instructionSection({ kind, path, text }: InstructionUpdate): PromptSection {
  return { label: { kind: 'instructions', path, ...(kind === 'removed' ? { gone: true } : {}) }, text };
}

function skillSection({ name, path, text }: NonNullable<TurnPrompt['skills']>[number]): PromptSection {
  return {
    label: { kind: 'skill', name, path },
    text: `The person attached the skill "${name}" (${path}). Follow it from the start; paths in it are relative to its folder.\n\n${text}`,
  };
}
