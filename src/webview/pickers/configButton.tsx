import type { ConfigOptionView } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { Icon } from '../frame/icon.tsx';

const ICONS: Readonly<Record<string, string>> = {
  mode: 'shield',
  thought_level: 'lightbulb',
  agent: 'robot',
};
const TEST_IDS: Readonly<Record<string, string>> = {
  mode: 'mode-picker',
  model: 'model-picker',
  agent: 'agent-picker',
};

/** What an option is about: its category, or its id when it has none that we know. */
export function optionKind(option: ConfigOptionView): string {
  return option.category === 'mode' || option.category === 'model' || option.category === 'thought_level'
    ? option.category
    : option.id;
}

/** A button that shows an option's value and opens its list, or turns it over when it is a switch. */
export function ConfigButton({ option }: { option: ConfigOptionView }) {
  const { host, view } = useChat();
  const kind = optionKind(option);
  const icon = ICONS[kind];
  const testId = TEST_IDS[kind] ?? `config-${option.id}`;
  if (typeof option.value === 'boolean') {
    const on = option.value;
    return (
      <button
        type="button"
        class="pick"
        role="switch"
        aria-checked={on}
        data-testid={testId}
        title={option.description ?? option.name}
        onClick={() => host.ask('config/set', { id: option.id, value: !on })}
      >
        <Icon name={on ? 'check' : 'circle-slash'} />
        <span class="label">{option.name}</span>
      </button>
    );
  }
  const chosen = option.options.find((each) => each.value === option.value);
  const name = `config:${option.id}` as const;
  return (
    <button
      type="button"
      class={`pick pick-${kind}`}
      aria-haspopup="listbox"
      aria-expanded={view.popup.value === name}
      aria-label={`${option.name}: ${chosen?.name ?? option.value}`}
      title={`${option.name}: ${chosen?.description ?? chosen?.name ?? option.value}`}
      data-testid={testId}
      data-value={option.value}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => view.togglePopup(name)}
    >
      {icon && <Icon name={icon} />}
      <span class="label">{chosen?.name ?? option.value}</span>
      {!icon && <Icon name="chevron-down" />}
    </button>
  );
}
