import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { PermissionView } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { Icon } from '../frame/icon.tsx';
import { revealHidden } from '../tools/plainOutput.ts';
import { orderOptions, permissionKey, rejection } from './permissionKeys.ts';
import { permissionDetail, permissionTitle } from './permissionTitle.ts';
import { useQuestionFocus } from './useQuestionFocus.ts';

/** The one question that is open: the whole command, which part asks, which rule says so, and the answers. */
export function PermissionCard({ permission, waiting }: { permission: PermissionView; waiting: number }) {
  const { store } = useChat();
  const title = permissionTitle(permission, store.transcript.item(permission.callId)?.value);
  const detail = permissionDetail(permission, title);
  const card = useRef<HTMLElement>(null);
  const { sent, answer } = useAnswer(permission);
  const options = orderOptions(permission.options);
  const onKeyDown = useCardKeys(card, `${title} ${permission.subject}`, options, answer);
  const no = rejection(options);
  return (
    <section
      class="ask"
      ref={card}
      data-testid="permission-card"
      data-request={permission.requestId}
      role="alertdialog"
      tabIndex={-1}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      <h3>
        <Icon name="question" />
        <span>{title}</span>
        {waiting > 0 && <span class="more">{waiting} more</span>}
      </h3>
      {detail && <div class="why">{detail}</div>}
      <Subject permission={permission} />
      <Why permission={permission} />
      {options.map((option, index) => (
        <button
          key={option.optionId}
          type="button"
          class="answer"
          data-testid="permission-option"
          data-kind={option.kind}
          aria-disabled={sent}
          onClick={() => answer(option.optionId)}
        >
          <kbd>{index + 1}</kbd>
          <span>{option.name}</span>
        </button>
      ))}
      {no && <Feedback onSend={(feedback) => answer(no.optionId, feedback)} />}
    </section>
  );
}

/**
 * Answers once; when the host could not take the answer, the person may try again. A button is not disabled
 * meanwhile: it would lose the focus, which then could not go on to the composer.
 */
function useAnswer(permission: PermissionView) {
  const { host } = useChat();
  const [sent, setSent] = useState(false);
  const answer = (optionId: string, feedback?: string) => {
    if (sent) return;
    setSent(true);
    const params = { requestId: permission.requestId, optionId, ...(feedback ? { feedback } : {}) };
    void host.ask('permission/answer', params).then((done) => {
      if (done === undefined) setSent(false);
    });
  };
  return { sent, answer };
}

/** The card takes the focus when it comes, gives it back when it goes, and answers by number keys. */
function useCardKeys(
  card: { readonly current: HTMLElement | null },
  words: string,
  options: ReturnType<typeof orderOptions>,
  answer: (optionId: string) => void,
) {
  const { view } = useChat();
  const buttons = () => [...(card.current?.querySelectorAll<HTMLButtonElement>('.answer') ?? [])];
  useQuestionFocus(card, '.answer', words);
  return (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const onCard = event.target === event.currentTarget;
    const act = permissionKey(event, options, onCard);
    if (act.kind === 'none') return;
    if (act.kind === 'write') return view.focusComposer();
    event.preventDefault();
    event.stopPropagation();
    if (act.kind === 'answer') return answer(act.option.optionId);
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[(at + act.by + all.length) % all.length]?.focus();
  };
}

/** The whole command, with each part underlined that asks; characters that would hide something are shown. */
function Subject({ permission }: { permission: PermissionView }) {
  const { subject } = permission;
  const marks = askingParts(permission);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by the keyboard
    <pre class="subject" tabIndex={0} data-testid="permission-subject">
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          {revealHidden(subject.slice(marks[index - 1]?.[1] ?? 0, start))}
          <mark>{revealHidden(subject.slice(start, end))}</mark>
        </Fragment>
      ))}
      {revealHidden(subject.slice(marks.at(-1)?.[1] ?? 0))}
    </pre>
  );
}

/** Where the marks stand, in order; one that begins inside another is part of it. */
function askingParts({ ask }: PermissionView): readonly [number, number][] {
  const parts = ask?.parts ?? (ask?.part ? [ask.part] : []);
  const apart: [number, number][] = [];
  for (const [start, end] of [...parts].sort(([a], [b]) => a - b))
    if (end > start && start >= (apart.at(-1)?.[1] ?? 0)) apart.push([start, end]);
  return apart;
}

function Why({ permission }: { permission: PermissionView }) {
  const { host } = useChat();
  const { ask } = permission;
  if (!ask) return null;
  const { rulePath, ruleLine } = ask;
  return (
    <div class="why">
      {ask.worker && <>Worker “{ask.worker}”: </>}
      {capitalized(ask.because)}
      {ask.rule && (
        <>
          {' '}
          <code>{ask.rule}</code>
        </>
      )}
      {rulePath && (
        <>
          {' in '}
          <button
            type="button"
            class="link"
            onClick={() => host.ask('open/file', { path: rulePath, ...(ruleLine ? { line: ruleLine } : {}) })}
          >
            {rulePath}
            {ruleLine ? `:${ruleLine}` : ''}
          </button>
        </>
      )}
    </div>
  );
}

function capitalized(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** Says no, and what to do instead. */
function Feedback({ onSend }: { onSend: (feedback: string) => void }) {
  const [text, setText] = useState('');
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault();
      onSend(text.trim());
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      setText('');
      event.currentTarget.closest('.ask')?.querySelector<HTMLButtonElement>('.answer')?.focus();
    }
  };
  return (
    <input
      class="feedback"
      type="text"
      data-testid="permission-feedback"
      aria-label="No, and say what to do instead"
      placeholder="No, and tell it why…"
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
