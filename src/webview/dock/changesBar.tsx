import type { ChatState } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { plural } from '../frame/format.ts';
import { Icon } from '../frame/icon.tsx';
import { relativePath } from '../tools/toolSummary.ts';

type Change = ChatState['changes'][number];

/** Files changed stand above the composer until they are kept or undone. */
export function ChangesBar() {
  const { store, host, view } = useChat();
  const { changes } = store.state.value;
  if (changes.length === 0) return null;
  const open = view.opened('changes') === true;
  return (
    <section class="changes" data-testid="changes" aria-label="Changed files">
      <div class="changes-line">
        <button
          type="button"
          class="fold"
          aria-expanded={open}
          onClick={() => view.setOpened('changes', !open)}
        >
          <Icon name={open ? 'chevron-down' : 'diff-multiple'} />
          <span>
            {plural(changes.length, 'file')}
            <span class="changed"> changed</span>
          </span>
        </button>
        <Figures
          added={changes.reduce((sum, change) => sum + change.added, 0)}
          removed={changes.reduce((sum, change) => sum + change.removed, 0)}
        />
        <span class="grow" />
        <button type="button" class="link" onClick={() => host.ask('changes/review', {})}>
          Review
        </button>
        <button
          type="button"
          class="link"
          data-testid="undo-all"
          onClick={() => host.ask('changes/undo', {})}
        >
          Undo all
        </button>
        <button
          type="button"
          class="link"
          data-testid="keep-all"
          onClick={() => host.ask('changes/keep', {})}
        >
          Keep all
        </button>
      </div>
      {open && (
        <ul>
          {changes.map((change) => (
            <ChangedFile key={change.path} change={change} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ChangedFile({ change }: { change: Change }) {
  const { store, host } = useChat();
  const { path } = change;
  return (
    <li>
      <button type="button" class="link code" title={path} onClick={() => host.ask('open/file', { path })}>
        {relativePath(path, store.state.value.cwd)}
      </button>
      <Figures added={change.added} removed={change.removed} />
      <span class="grow" />
      <button
        type="button"
        class="link"
        aria-label={`Undo ${path}`}
        onClick={() => host.ask('changes/undo', { path })}
      >
        Undo
      </button>
      <button
        type="button"
        class="link"
        aria-label={`Keep ${path}`}
        onClick={() => host.ask('changes/keep', { path })}
      >
        Keep
      </button>
    </li>
  );
}

function Figures({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="meta">
      <span class="plus">+{added}</span> <span class="minus">−{removed}</span>
    </span>
  );
}
