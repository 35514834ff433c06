/** A codicon that says nothing by itself: its button or line has the words. */
export function Icon({
  name,
  tone,
  spin,
}: {
  name: string;
  tone?: 'ok' | 'bad' | 'warn' | 'dim';
  spin?: boolean;
}) {
  const classes = ['codicon', `codicon-${name}`];
  if (spin) classes.push('codicon-modifier-spin');
  if (tone) classes.push(tone);
  return <i class={classes.join(' ')} aria-hidden="true" />;
}

/** A button that is only an icon; `label` is its name for everybody who does not see it, and its tooltip. */
export function IconButton(props: {
  icon: string;
  label: string;
  onClick: (event: MouseEvent) => void;
  testId?: string;
  pressed?: boolean;
  expanded?: boolean;
  primary?: boolean;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      class={props.primary ? 'icon-button primary' : 'icon-button'}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      data-testid={props.testId}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}
