import { ExpectedError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { MODES, type ModeId, ModeIdSchema } from '../../protocol/modes.ts';
import type { AgentProfile } from '../inventory/catalogue.ts';
import type { ModelInfo } from '../model/model.ts';

/** What a person can choose for a conversation. */
export interface Settings {
  readonly mode: ModeId;
  /** `provider/name`. */
  readonly model: string;
  /** One of the model's levels; undefined: the model's own way. */
  readonly thinking: string | undefined;
  /** Name of the agent who answers. */
  readonly agent: string;
}

export type SettingId = keyof Settings;
export type SettingErrorCode = 'unknown-setting' | 'unknown-value';

/** One choice as pickers show it; the order is the order of importance. */
export interface SettingChoice {
  readonly id: SettingId;
  readonly name: string;
  readonly category: string;
  readonly value: string;
  readonly options: readonly {
    readonly value: string;
    readonly name: string;
    readonly description?: string;
  }[];
}

/** What can be chosen from now. */
export interface Choices {
  readonly models: readonly ModelInfo[];
  readonly agents: readonly Pick<AgentProfile, 'name' | 'description' | 'model'>[];
}

/** The value of `thinking` that stands for the model's own way. */
const DEFAULT_THINKING = 'default';

/** All settings with what can be chosen. A value in force is always among its options. */
export function settingChoices(settings: Settings, choices: Choices): readonly SettingChoice[] {
  const levels = choices.models.find((model) => model.id === settings.model)?.thinking ?? [];
  const thinking: SettingChoice = {
    id: 'thinking',
    name: 'Thinking',
    category: 'thought_level',
    value: settings.thinking ?? DEFAULT_THINKING,
    options: [DEFAULT_THINKING, ...levels].map((level) => ({ value: level, name: capitalized(level) })),
  };
  return [
    {
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      value: settings.mode,
      options: MODES.map(({ id, name, description }) => ({ value: id, name, description })),
    },
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      value: settings.model,
      options: withCurrent(
        settings.model,
        choices.models.map(({ id, name, description }) => ({ value: id, name, description })),
      ),
    },
    ...(levels.length > 0 ? [thinking] : []),
    {
      id: 'agent',
      name: 'Agent',
      category: '_agent',
      value: settings.agent,
      options: withCurrent(
        settings.agent,
        choices.agents.map(({ name, description }) => ({ value: name, name, description })),
      ),
    },
  ];
}

/**
 * The settings with one changed. Fails with `ExpectedError<SettingErrorCode>`. Any model's name is
 * taken (L2); a level of thinking that the model lacks falls back to its own way.
 */
export function changeSetting(settings: Settings, choices: Choices, id: string, value: string): Settings {
  const choice = settingChoices(settings, choices).find((each) => each.id === id);
  if (choice === undefined)
    throw new ExpectedError<SettingErrorCode>('unknown-setting', `There is no setting "${id}" here.`);
  const known = choice.options.some((option) => option.value === value);
  if (!known && choice.id !== 'model') throw unknownValue(choice, value);
  switch (choice.id) {
    case 'mode':
      return { ...settings, mode: ModeIdSchema.parse(value) };
    case 'thinking':
      return { ...settings, thinking: value === DEFAULT_THINKING ? undefined : value };
    case 'agent':
      return withThinkingThatFits(
        { ...settings, agent: value, model: agentModel(choices, value) ?? settings.model },
        choices,
      );
    case 'model':
      return withThinkingThatFits({ ...settings, model: value }, choices);
  }
}

function withThinkingThatFits(settings: Settings, choices: Choices): Settings {
  const levels = choices.models.find((model) => model.id === settings.model)?.thinking ?? [];
  const fits = settings.thinking !== undefined && levels.includes(settings.thinking);
  return fits ? settings : { ...settings, thinking: undefined };
}

/** An agent with a model of its own brings it. */
export function agentModel(choices: Choices, agent: string): string | undefined {
  return choices.agents.find((each) => each.name === agent)?.model;
}

function unknownValue(choice: SettingChoice, value: string): ExpectedError<SettingErrorCode> {
  const values = choice.options.map((option) => option.value);
  const near = nearest(value, values, 1)[0];
  const hint = near === undefined ? `Choose one of ${values.join(', ')}.` : `Did you mean "${near}"?`;
  return new ExpectedError('unknown-value', `"${value}" is no ${choice.name.toLowerCase()}. ${hint}`);
}

function withCurrent<T extends { readonly value: string; readonly name: string }>(
  current: string,
  options: readonly T[],
): readonly (T | { readonly value: string; readonly name: string })[] {
  return options.some((option) => option.value === current)
    ? options
    : [{ value: current, name: current }, ...options];
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
