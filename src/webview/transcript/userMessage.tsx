import { useState } from 'preact/hooks';
import type { Chip, TranscriptItemOf } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import { copyText } from '../frame/copyText.ts';
import { Icon, IconButton } from '../frame/icon.tsx';
import { HookRuns } from '../tools/hookRuns.tsx';

/** Longer prompts are folded to their beginning. */
const FOLD_LINES = 12;
const FOLD_LENGTH = 1200;

/** What the person said, with what was attached, and the ways back to before it. */
export function UserMessage({ item }: { item: TranscriptItemOf<'user'> }) {
  const { view } = useChat();
  const [asking, setAsking] = useState(false);
  const long = item.text.length > FOLD_LENGTH || item.text.split('\n').length > FOLD_LINES;
  const open = !long || view.opened(item.id) === true;
  return (
    <div class="you" data-testid="message" data-role="user" data-steered={item.steered || undefined}>
      {item.steered && (
        <div class="tag">
          <Icon name="debug-step-over" />
          Steered
        </div>
      )}
      <Chips chips={item.chips} />
      <div class={open ? 'prompt' : 'prompt folded'}>{item.text}</div>
      {long && (
        <button type="button" class="link" onClick={() => view.setOpened(item.id, !open)}>
          {open ? 'Show less' : 'Show all'}
        </button>
      )}
      {item.images.length > 0 && (
        <div class="images">
          {item.images.map((image, i) => (
            <img key={i} src={`data:${image.mimeType};base64,${image.data}`} alt={`Attachment ${i + 1}`} />
          ))}
        </div>
      )}
      <UserActions item={item} onRestore={() => setAsking(true)} />
      {asking && item.messageId && (
        <RestoreQuestion messageId={item.messageId} onDone={() => setAsking(false)} />
      )}
      <HookRuns runs={item.hookRuns} />
    </div>
  );
}

function UserActions({ item, onRestore }: { item: TranscriptItemOf<'user'>; onRestore: () => void }) {
  const chat = useChat();
  const copy = () => void copyText(item.text, chat);
  const { messageId } = item;
  return (
    <div class="actions" role="toolbar" aria-label="Message">
      <IconButton icon="copy" label="Copy" onClick={copy} />
      {messageId && (
        <>
          <IconButton
            icon="repo-forked"
            label="Fork the conversation here"
            onClick={() => chat.host.ask('session/fork', { messageId })}
          />
          <IconButton icon="discard" label="Restore to here…" testId="restore" onClick={onRestore} />
        </>
      )}
    </div>
  );
}

function RestoreQuestion({ messageId, onDone }: { messageId: string; onDone: () => void }) {
  const { host } = useChat();
  const restore = (filesOnly: boolean) => {
    onDone();
    void host.ask('message/restore', { messageId, filesOnly });
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onDone();
  };
  return (
    <fieldset class="question" aria-label="Restore to before this message?" onKeyDown={cancelOnEscape}>
      <p>Bring files and conversation back to before this message?</p>
      <div class="buttons">
        {/* biome-ignore lint/a11y/noAutofocus: it answers the button that was just pressed */}
        <button type="button" class="button" autoFocus onClick={() => restore(false)}>
          Restore
        </button>
        <button type="button" class="button secondary" onClick={() => restore(true)}>
          Files only
        </button>
        <button type="button" class="button secondary" onClick={onDone}>
          Cancel
        </button>
      </div>
    </fieldset>
  );
}

const CHIP_ICONS: Readonly<Record<string, string>> = {
  skill: 'book',
  command: 'terminal',
  file: 'file',
  folder: 'folder',
  range: 'selection',
  selection: 'selection',
  symbol: 'symbol-method',
  image: 'file-media',
  text: 'note',
  problems: 'warning',
  changes: 'diff',
  resource: 'plug',
};

/** What goes along with a message: skills, files, images. */
export function Chips({ chips }: { chips: readonly Chip[] }) {
  const { host } = useChat();
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Attached">
      {chips.map((chip, i) => {
        const { path } = chip;
        const face = (
          <>
            <Icon name={CHIP_ICONS[chip.kind] ?? 'paperclip'} />
            <b>{chip.label}</b>
            {chip.kind === 'skill' && <span>skill</span>}
          </>
        );
        return (
          <li key={i} data-testid="chip" data-kind={chip.kind}>
            {path ? (
              <button type="button" class="chip" title={path} onClick={() => host.ask('open/file', { path })}>
                {face}
              </button>
            ) : (
              <span class="chip">{face}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
