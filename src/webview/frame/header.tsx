import type { WorkerView } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { ListPopup } from '../pickers/listPopup.tsx';
import { liveWorker } from '../store/liveWorker.ts';
import { plural } from './format.ts';
import { Icon, IconButton } from './icon.tsx';
import { SessionList } from './sessionList.tsx';

/** Which conversation, what is alive in it, and the ways to others. */
export function Header() {
  const { store, host, view } = useChat();
  const worker = store.worker.value;
  if (worker) return <WorkerHeader worker={worker} />;
  const popup = view.popup.value;
  return (
    <header>
      <div class="bar-line">
        <button
          type="button"
          class="title"
          aria-haspopup="dialog"
          aria-expanded={popup === 'sessions'}
          title="Conversations"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => view.togglePopup('sessions')}
        >
          <span>{store.state.value.title || 'New chat'}</span>
          <Icon name="chevron-down" />
        </button>
        <Alive />
        <IconButton
          icon="add"
          label="New chat"
          testId="new-chat"
          onClick={() => {
            void host.ask('session/new', {});
            view.focusComposer();
          }}
        />
        <IconButton
          icon="history"
          label="Conversations"
          testId="show-sessions"
          expanded={popup === 'sessions'}
          onClick={() => view.togglePopup('sessions')}
        />
        <IconButton
          icon="ellipsis"
          label="More"
          testId="more"
          expanded={popup === 'more'}
          onClick={() => view.togglePopup('more')}
        />
      </div>
      {popup === 'sessions' && <SessionList />}
      {popup === 'more' && <More />}
    </header>
  );
}

/** What runs besides the conversation. */
function Alive() {
  const { store } = useChat();
  const { workers, phase } = store.state.value;
  const live = workers.filter(
    (worker) => !/^(completed|failed|cancelled|done|ended)$/.test(worker.state),
  ).length;
  if (phase === 'starting')
    return (
      <span class="live">
        <Icon name="loading" spin />
        <span class="label">Starting</span>
      </span>
    );
  if (live === 0) return null;
  return (
    <span class="live" data-testid="live-workers">
      <Icon name="server-process" />
      <span class="label">{plural(live, 'worker')}</span>
    </span>
  );
}

function WorkerHeader({ worker }: { worker: WorkerView }) {
  const { host, store } = useChat();
  const live = liveWorker(worker, store.state.value.workers);
  return (
    <header>
      <div class="bar-line">
        <IconButton
          icon="arrow-left"
          label="Back to the conversation"
          testId="worker-back"
          onClick={() => host.ask('worker/open', { sessionId: null })}
        />
        <span class="title static">
          <Icon name="server-process" />
          <span>{worker.title}</span>
        </span>
        <span class="live">{live ? live.state : 'finished'}</span>
      </div>
    </header>
  );
}

const MORE = [
  {
    id: 'show-extensions',
    label: 'Extensions',
    icon: 'extensions',
    description: 'Skills, commands, hooks, servers, plugins',
  },
  { id: 'show-servers', label: 'MCP servers', icon: 'plug' },
  { id: 'open-settings', label: 'Settings', icon: 'gear' },
  { id: 'restart-agent', label: 'Restart the agent', icon: 'debug-restart' },
  { id: 'show-log', label: 'Show the log', icon: 'output' },
] as const;

function More() {
  const { host, view } = useChat();
  const close = () => {
    if (view.popup.peek() === 'more') view.popup.value = null;
    view.focusComposer();
  };
  return (
    <ListPopup
      label="More"
      testId="more-list"
      entries={MORE}
      onPick={(id) => {
        close();
        void host.ask('action/run', { id });
      }}
      onClose={close}
    />
  );
}
