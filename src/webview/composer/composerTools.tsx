import type { ConfigOptionView } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { Icon, IconButton } from '../frame/icon.tsx';
import { ConfigButton } from '../pickers/configButton.tsx';
import { Usage } from '../pickers/usage.tsx';
import { liveWorker } from '../store/liveWorker.ts';
import type { ComposerModel } from './composerModel.ts';

/** The options that stand beside the text, in this order; the others stand at the foot. */
const BESIDE: readonly string[] = ['mode', 'model', 'thought_level'];

/** Which row an option belongs to. */
export function standsBeside(option: ConfigOptionView): boolean {
  return BESIDE.includes(option.category ?? option.id);
}

/** The row under the text: attach, mode, model, thinking, usage, send or stop. */
export function ComposerTools({ model, onSend }: { model: ComposerModel; onSend: () => void }) {
  const { store, host, view } = useChat();
  const { configOptions, phase, workers } = store.state.value;
  const worker = store.worker.value;
  // The options are the conversation's; a worker has taken them over.
  const beside = (worker ? [] : configOptions)
    .filter(standsBeside)
    .sort((a, b) => BESIDE.indexOf(a.category ?? a.id) - BESIDE.indexOf(b.category ?? b.id));
  const running = worker ? liveWorker(worker, workers) !== undefined : phase === 'running';
  const stop = () => {
    void (worker ? host.ask('worker/stop', { sessionId: worker.sessionId }) : host.ask('turn/stop', {}));
    view.focusComposer();
  };
  const label = worker ? 'Steer' : running ? 'Ask next' : 'Send';
  const empty = model.text.value.trim() === '' && model.attachments.value.length === 0;
  return (
    <div class="tools">
      <IconButton
        icon="add"
        label="Attach files"
        testId="attach"
        onClick={() => host.ask('action/run', { id: 'attach-files' })}
      />
      {beside.map((option) => (
        <ConfigButton key={option.id} option={option} />
      ))}
      <span class="grow" />
      {!worker && <Usage />}
      {running && (
        <button
          type="button"
          class="send stop"
          data-testid="stop"
          aria-label={worker ? 'Stop this worker' : 'Stop'}
          title={worker ? 'Stop this worker' : 'Stop (Esc)'}
          onClick={stop}
        >
          <Icon name="debug-stop" />
        </button>
      )}
      {(!running || !empty) && (
        <button
          type="button"
          class="send"
          data-testid="send"
          aria-label={label}
          title={`${label} (Enter)`}
          disabled={empty}
          onClick={() => {
            onSend();
            view.focusComposer();
          }}
        >
          <Icon name={running && !worker ? 'debug-step-over' : 'send'} />
        </button>
      )}
    </div>
  );
}
