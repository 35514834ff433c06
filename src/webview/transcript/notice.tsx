import type { TranscriptItemOf } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import { Icon } from '../frame/icon.tsx';

const ICONS = { info: 'info', warning: 'warning', error: 'error' } as const;
const TONES = { info: 'dim', warning: 'warn', error: 'bad' } as const;

/** Something that went wrong or should be known: a line with its reason and the way out. */
export function Notice({ item }: { item: TranscriptItemOf<'notice'> }) {
  const { host } = useChat();
  return (
    <div
      class="notice"
      data-testid="notice"
      data-severity={item.severity}
      role={item.severity === 'error' ? 'alert' : 'note'}
    >
      <Icon name={ICONS[item.severity]} tone={TONES[item.severity]} />
      <div>
        <div class="title">{item.title}</div>
        {item.detail && <div class="detail">{item.detail}</div>}
        {item.actions.length > 0 && (
          <div class="ways">
            {item.actions.map((action) => (
              <button
                key={action.id}
                type="button"
                class="link"
                data-action={action.id}
                onClick={() => host.ask('action/run', { id: action.id, itemId: item.id })}
              >
                {action.label}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
