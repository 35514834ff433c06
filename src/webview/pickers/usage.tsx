import { useEffect, useRef } from 'preact/hooks';
import { useChat } from '../chatContext.ts';
import { formatTokens } from '../frame/format.ts';

/** How full the context is: a ring and a number. */
export function Usage() {
  const { store, view } = useChat();
  const { usage } = store.state.value;
  if (!usage || usage.size <= 0) return null;
  const share = percent(usage);
  return (
    <button
      type="button"
      class="pick usage"
      data-testid="usage"
      data-level={share >= 90 ? 'high' : share >= 75 ? 'raised' : 'normal'}
      aria-haspopup="dialog"
      aria-expanded={view.popup.value === 'usage'}
      aria-label={`Context ${share} % full`}
      title={sentence(usage)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => view.togglePopup('usage')}
    >
      <span class="ring" style={{ '--share': `${share}%` }} />
      <span class="label">{share} %</span>
    </button>
  );
}

/** The numbers behind the ring, and what can be done about them. */
export function UsagePopup({ onClose }: { onClose: () => void }) {
  const { store, host } = useChat();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  const { usage, commands } = store.state.value;
  if (!usage) return null;
  const offers = ['context', 'compact'].filter((name) => commands.some((command) => command.name === name));
  const run = (name: string) => {
    onClose();
    void host.ask('prompt/send', { text: `/${name}`, attachments: [], how: 'queue' });
  };
  return (
    <div
      class="popup usage-popup"
      role="dialog"
      aria-label="Context"
      tabIndex={-1}
      ref={panel}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      onFocusOut={(event) => {
        const next = event.relatedTarget;
        if (next instanceof Node && !event.currentTarget.contains(next)) onClose();
      }}
    >
      <div>{sentence(usage)}</div>
      <div class="meter" style={{ '--share': `${percent(usage)}%` }} />
      <div class="ways">
        {offers.map((name) => (
          <button key={name} type="button" class="link" onClick={() => run(name)}>
            {name === 'context' ? 'What fills it' : 'Make room'}
          </button>
        ))}
      </div>
    </div>
  );
}

type UsageView = { used: number; size: number; cost?: string | undefined };

function percent(usage: UsageView): number {
  return Math.min(100, Math.round((100 * usage.used) / usage.size));
}

function sentence(usage: UsageView): string {
  const cost = usage.cost ? ` · ${usage.cost}` : '';
  return `${formatTokens(usage.used)} of ${formatTokens(usage.size)} tokens${cost}`;
}
