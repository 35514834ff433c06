import { useChat } from './chatContext.ts';
import { Composer } from './composer/composer.tsx';
import type { ComposerModel } from './composer/composerModel.ts';
import { Approvals } from './dock/approvals.tsx';
import { ChangesBar } from './dock/changesBar.tsx';
import { ElicitationForm } from './dock/elicitationForm.tsx';
import { PermissionCard } from './dock/permissionCard.tsx';
import { Queue } from './dock/queue.tsx';
import { Setup, SetupLine } from './dock/setup.tsx';
import { Announcer } from './frame/announcer.tsx';
import { ErrorBoundary } from './frame/errorBoundary.tsx';
import { Header } from './frame/header.tsx';
import { Icon, IconButton } from './frame/icon.tsx';
import { Foot } from './pickers/foot.tsx';
import { FootPopup } from './pickers/footPopup.tsx';
import { TranscriptList } from './transcript/transcriptList.tsx';

/** The whole view, top to bottom. */
export function App({ composer }: { composer: ComposerModel }) {
  const { store, host } = useChat();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (store.worker.peek()) void host.ask('worker/open', { sessionId: null });
    else if (store.state.peek().phase === 'running') void host.ask('turn/stop', {});
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape stops the turn wherever the focus is
    <div class={isAsking(store.state.value) ? 'app asking' : 'app'} onKeyDown={onKeyDown}>
      <ErrorBoundary what="The header">
        <Header />
      </ErrorBoundary>
      <ErrorBoundary what="The conversation">
        <Body />
      </ErrorBoundary>
      <ErrorBoundary what="The question">
        <Question />
      </ErrorBoundary>
      <ErrorBoundary what="The changed files">
        <ChangesBar />
      </ErrorBoundary>
      <footer>
        <Problem />
        <Approvals />
        <ErrorBoundary what="The waiting prompts">
          <Queue />
        </ErrorBoundary>
        <ErrorBoundary what="The list">
          <FootPopup />
        </ErrorBoundary>
        <ErrorBoundary what="The composer">
          <Composer model={composer} />
        </ErrorBoundary>
        <ErrorBoundary what="The foot">
          <Foot />
        </ErrorBoundary>
      </footer>
      <Announcer />
    </div>
  );
}

function isAsking(state: { permissions: readonly unknown[]; elicitations: readonly unknown[] }): boolean {
  return state.permissions.length + state.elicitations.length > 0;
}

function Body() {
  const { store, view } = useChat();
  const { setup } = store.state.value;
  const empty = store.transcript.ids.value.length === 0 && store.transcript.first.value === 0;
  if (empty && setup)
    return (
      <main class="transcript" aria-label="Conversation">
        <Setup setup={setup} />
      </main>
    );
  if (empty)
    return (
      <main class="transcript" aria-label="Conversation">
        {store.loaded.value ? <Welcome /> : <NotLoaded />}
      </main>
    );
  return (
    <div class="body">
      <div class="list">
        <TranscriptList />
        {!view.following.value && (
          <div class="to-end">
            <IconButton
              icon="arrow-down"
              label="To the newest message"
              testId="to-end"
              onClick={() => {
                view.following.value = true;
              }}
            />
          </div>
        )}
      </div>
      {setup && !isAsking(store.state.value) && <SetupLine setup={setup} />}
    </div>
  );
}

/** Nothing while the conversation is on its way; when it does not come, a way to ask again. */
function NotLoaded() {
  const { controller } = useChat();
  if (!controller.failed.value) return null;
  return (
    <section class="setup">
      <p>The conversation could not be loaded.</p>
      <div>
        <button type="button" class="button" data-testid="reload" onClick={() => void controller.refresh()}>
          Try again
        </button>
      </div>
    </section>
  );
}

/** What stands there before the first message. */
function Welcome() {
  return (
    <section class="setup">
      <h2>What shall we do?</h2>
      <ul class="hints">
        <li>
          <kbd>@</kbd> adds files, symbols, the selection
        </li>
        <li>
          <kbd>/</kbd> runs a command or takes a skill along
        </li>
        <li>
          <kbd>Shift</kbd> <kbd>Enter</kbd> breaks the line
        </li>
      </ul>
    </section>
  );
}

/** The first open question; the others wait their turn. */
function Question() {
  const { store } = useChat();
  const { permissions, elicitations } = store.state.value;
  const [permission] = permissions;
  const [elicitation] = elicitations;
  if (permission)
    return (
      <div class="dock">
        <PermissionCard
          key={permission.requestId}
          permission={permission}
          waiting={permissions.length + elicitations.length - 1}
        />
      </div>
    );
  if (!elicitation) return null;
  return (
    <div class="dock">
      <ElicitationForm key={elicitation.requestId} elicitation={elicitation} />
    </div>
  );
}

/** Why the host could not do what was asked last. */
function Problem() {
  const { view } = useChat();
  const text = view.problem.value;
  if (text === null) return null;
  return (
    <div class="line bad problem" role="alert" data-testid="problem">
      <Icon name="error" tone="bad" />
      <span>{text}</span>
      <IconButton
        icon="close"
        label="Dismiss"
        onClick={() => {
          view.problem.value = null;
        }}
      />
    </div>
  );
}
