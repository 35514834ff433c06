import { useChat } from '../chatContext.ts';
import { Icon, IconButton } from '../frame/icon.tsx';

/** One quiet line while things of the project wait for the person's approval: they don't run until then. */
export function Approvals() {
  const { store, host, view } = useChat();
  const { toApprove } = store.state.value;
  const names = toApprove.join(', ');
  if (names === '' || view.waivedApprovals.value === names) return null;
  const text =
    toApprove.length === 1
      ? '1 item of this project waits for your approval'
      : `${toApprove.length} items of this project wait for your approval`;
  return (
    <section class="line approvals" data-testid="approvals" aria-label="Waiting for your approval">
      <Icon name="shield" tone="warn" />
      <span>
        {text}: {names}.{' '}
        <button
          type="button"
          class="link"
          data-testid="review-approvals"
          onClick={() => host.ask('action/run', { id: 'show-extensions' })}
        >
          Review
        </button>
      </span>
      <IconButton
        icon="close"
        label="Dismiss"
        onClick={() => {
          view.waivedApprovals.value = names;
        }}
      />
    </section>
  );
}
