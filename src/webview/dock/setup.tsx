import type { SetupView } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { Icon } from '../frame/icon.tsx';

const ICONS: Readonly<Record<SetupView['offers'][number]['id'], string>> = {
  key: 'key',
  editor: 'vm',
  ollama: 'home',
  rehearsal: 'beaker',
};

/** The ways to a model, when there is none; over the whole view before the first message. */
export function Setup({ setup }: { setup: SetupView }) {
  const { host } = useChat();
  return (
    <section class="setup" data-testid="setup" aria-label="Choose a model">
      <h2>What shall we do?</h2>
      <p>{setup.message}</p>
      {setup.offers.map((offer) => (
        <button
          key={offer.id}
          type="button"
          class="offer"
          data-testid="setup-offer"
          data-id={offer.id}
          disabled={!offer.available}
          onClick={() => host.ask('setup/choose', { id: offer.id })}
        >
          <Icon name={ICONS[offer.id]} />
          <span class="name">{offer.label}</span>
          <span class="go">{offer.action}</span>
          <span class="desc">{offer.description}</span>
        </button>
      ))}
    </section>
  );
}

/** The same above the composer, in one line, once there are messages. */
export function SetupLine({ setup }: { setup: SetupView }) {
  const { host } = useChat();
  return (
    <section class="setup-line" data-testid="setup" aria-label="Choose a model">
      <span>{setup.message}</span>
      <span class="ways">
        {setup.offers
          .filter((offer) => offer.available && offer.id !== 'rehearsal')
          .map((offer) => (
            <button
              key={offer.id}
              type="button"
              class="link"
              title={offer.description}
              onClick={() => host.ask('setup/choose', { id: offer.id })}
            >
              {offer.label}
            </button>
          ))}
      </span>
    </section>
  );
}
