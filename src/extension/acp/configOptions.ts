import * as z from 'zod';
import { isRecord } from '../../base/json.ts';
import type { ConfigOptionView } from '../../protocol/chat.ts';

/**
 * What can be chosen in a conversation, from whichever of ACP's three ways an agent uses: config
 * options, or the older modes and models. The older ones become options with ids of ours.
 */
export const MODE_OPTION = 'vak:mode';
export const MODEL_OPTION = 'vak:model';

const text = z.string().nullish().catch(undefined);
const ChoiceSchema = z.object({ value: z.string(), name: z.string(), description: text });
const GroupSchema = z.object({ name: z.string().catch(''), options: z.array(z.unknown()) });
const OptionSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: text,
  category: text,
  currentValue: z.union([z.string(), z.boolean()]),
  options: z.array(z.unknown()).nullish().catch([]),
});
const ModesSchema = z.object({
  currentModeId: z.string(),
  availableModes: z.array(z.object({ id: z.string(), name: z.string(), description: text })),
});
const ModelsSchema = z.object({
  currentModelId: z.string(),
  availableModels: z.array(z.object({ modelId: z.string(), name: z.string(), description: text })),
});

/** Options of one category that an agent offers twice (modes and a mode option) are shown once. */
export function readOpenedOptions(answer: {
  readonly configOptions?: unknown;
  readonly modes?: unknown;
  readonly models?: unknown;
}): ConfigOptionView[] {
  const options = readConfigOptions(answer.configOptions) ?? [];
  const has = (category: string) => options.some((option) => option.category === category);
  const modes = ModesSchema.safeParse(answer.modes);
  if (modes.success && !has('mode'))
    options.push({
      id: MODE_OPTION,
      name: 'Mode',
      category: 'mode',
      value: modes.data.currentModeId,
      options: modes.data.availableModes.map(({ id, name, description }) => choice(id, name, description)),
    });
  const models = ModelsSchema.safeParse(answer.models);
  if (models.success && !has('model'))
    options.push({
      id: MODEL_OPTION,
      name: 'Model',
      category: 'model',
      value: models.data.currentModelId,
      options: models.data.availableModels.map(({ modelId, name, description }) =>
        choice(modelId, name, description),
      ),
    });
  return options;
}

/** Undefined when the value is no list; entries that don't fit are left out. */
export function readConfigOptions(value: unknown): ConfigOptionView[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry) => {
    const parsed = OptionSchema.safeParse(entry);
    if (!parsed.success) return [];
    const { id, name, description, category, currentValue, options } = parsed.data;
    return [
      {
        id,
        name,
        description: description ?? undefined,
        category: category ?? undefined,
        value: currentValue,
        options: (options ?? []).flatMap(readChoices),
      },
    ];
  });
}

function readChoices(entry: unknown): ConfigOptionView['options'] {
  const single = ChoiceSchema.safeParse(entry);
  if (single.success) return [choice(single.data.value, single.data.name, single.data.description)];
  const group = GroupSchema.safeParse(entry);
  if (!group.success || !isRecord(entry)) return [];
  return group.data.options.flatMap(readChoices).map((option) => ({ ...option, group: group.data.name }));
}

function choice(value: string, name: string, description: string | null | undefined) {
  return { value, name, description: description ?? undefined };
}

/** The options after the agent said which mode it is in now; the same list when it has no such mode. */
export function withMode(options: readonly ConfigOptionView[], modeId: string): ConfigOptionView[] {
  return options.map((option) =>
    option.category === 'mode' && option.options.some((o) => o.value === modeId)
      ? { ...option, value: modeId }
      : option,
  );
}
