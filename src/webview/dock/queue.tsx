import { useChat } from '../chatContext.ts';
import { Icon, IconButton } from '../frame/icon.tsx';

/**
 * Prompts that wait for the turn to end; each can join the running turn or be taken out. After a stop they
 * stay until the person sends one.
 */
export function Queue() {
  const { store, host } = useChat();
  const { queue, canSteer, phase } = store.state.value;
  if (queue.length === 0) return null;
  return (
    <ul class="queue" aria-label="Asked next">
      {queue.map((item) => (
        <li key={item.id} data-testid="queue-item" data-id={item.id}>
          <Icon name="debug-step-over" />
          <span class="text" title={item.text}>
            {item.text}
          </span>
          {(phase === 'idle' || (canSteer && phase === 'running')) && (
            <IconButton
              icon="arrow-up"
              label={phase === 'idle' ? 'Send it now' : 'Steer with it now'}
              testId="queue-steer"
              onClick={() => host.ask('queue/steer', { id: item.id })}
            />
          )}
          <IconButton
            icon="close"
            label="Take it out"
            testId="queue-remove"
            onClick={() => host.ask('queue/remove', { id: item.id })}
          />
        </li>
      ))}
    </ul>
  );
}
