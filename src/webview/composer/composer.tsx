import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useChat } from '../chatContext.ts';
import { carriesAttachments, readTransfer } from './attachFiles.ts';
import { COMPLETION_ID, CompletionMenu, completionOptionId } from './completionMenu.tsx';
import { ComposerAttachments } from './composerAttachments.tsx';
import type { ComposerModel } from './composerModel.ts';
import { ComposerTools } from './composerTools.tsx';
import { composerKey } from './keyRules.ts';
import { type Prompt, usePrompt } from './usePrompt.ts';

/** Where the person writes: text, completion, attachments, and the buttons that shape the answer. */
export function Composer({ model }: { model: ComposerModel }) {
  const { store, view } = useChat();
  const prompt = usePrompt(model);
  const onTransfer = async (event: Event, data: DataTransfer | null) => {
    if (!data || !carriesAttachments(data)) return;
    event.preventDefault();
    const { attachments, problems } = await readTransfer(data);
    model.attach(attachments);
    if (problems.length > 0) view.problem.value = problems.join(' ');
  };
  return (
    <div class="composer">
      <CompletionMenu completion={prompt.completion} onTake={prompt.take} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files on; the attach button does the same */}
      <div
        class="box"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => void onTransfer(event, event.dataTransfer)}
        onPaste={(event) => void onTransfer(event, event.clipboardData)}
      >
        <ComposerAttachments model={model} />
        <TextField model={model} prompt={prompt} />
        <ComposerTools model={model} onSend={() => prompt.send(store.worker.peek() ? 'steer' : 'queue')} />
      </div>
    </div>
  );
}

function TextField({ model, prompt }: { model: ComposerModel; prompt: Prompt }) {
  const { store, view } = useChat();
  const area = useRef<HTMLTextAreaElement>(null);
  const { completion, history, wantedCaret } = prompt;
  const worker = store.worker.value;
  const { phase, canSteer } = store.state.value;
  const running = phase === 'running';

  useEffect(() => {
    view.composerFocus = () => area.current?.focus();
  }, [view]);
  useLayoutEffect(() => {
    if (wantedCaret.current === undefined) return;
    area.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    prompt.setCaret(wantedCaret.current);
    wantedCaret.current = undefined;
  });
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const act = composerKey(event, {
      menu: completion.menu,
      wholeName: completion.wholeName,
      running,
      inWorker: worker !== null,
      atStart: (history.walking || value === '') && !value.slice(0, selectionStart).includes('\n'),
      atEnd: !value.slice(selectionEnd).includes('\n'),
      inHistory: history.walking,
    });
    if (act === 'none') return;
    event.preventDefault();
    event.stopPropagation();
    prompt.acts[act]();
  };
  const onInput = (event: { currentTarget: HTMLTextAreaElement }) => {
    history.leave();
    model.type(event.currentTarget.value);
    prompt.setCaret(event.currentTarget.selectionEnd);
  };
  return (
    <textarea
      ref={area}
      data-testid="composer"
      rows={1}
      value={model.text.value}
      placeholder={placeholder(worker !== null, running, canSteer)}
      aria-label={worker ? `Message to ${worker.title}` : 'Message'}
      aria-autocomplete="list"
      aria-controls={COMPLETION_ID}
      aria-activedescendant={completion.menu && completionOptionId(completion.selected)}
      spellcheck={false}
      onInput={onInput}
      onSelect={(event) => prompt.setCaret(event.currentTarget.selectionEnd)}
      onKeyDown={onKeyDown}
      onBlur={() => model.saveNow()}
    />
  );
}

function placeholder(inWorker: boolean, running: boolean, canSteer: boolean): string {
  if (inWorker) return 'Steer this worker · Alt+Enter asks next · Esc goes back';
  if (!running) return 'Ask · @ for context · / for skills and commands';
  return canSteer ? `Ask next · ${STEER_KEYS} steers · Esc stops` : 'Ask next · Esc stops';
}

const STEER_KEYS = /Mac/.test(navigator.userAgent) ? '⌘Enter' : 'Ctrl+Enter';
