import { isRecord } from '../../base/json.ts';
import type { ToolContent, TranscriptItemOf } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import { asText } from '../frame/format.ts';
import { Icon } from '../frame/icon.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { DiffView } from './diffView.tsx';
import { OutputView } from './outputView.tsx';
import { relativePath } from './toolSummary.ts';

type Tool = TranscriptItemOf<'tool'>;

/** What a call did: its changes, its output, what it gave back, and what it was asked. */
export function ToolBody({ item }: { item: Tool }) {
  const live = item.output !== '';
  // A command's result repeats its output for the model.
  const parts = item.content.map((part, index) => ({ part, index }));
  const shown = live ? parts.filter(({ part }) => part.type !== 'text') : parts;
  return (
    <div class="below tool-body">
      {live && (
        <OutputView
          id={item.id}
          title={item.title}
          text={item.output}
          follow={item.status === 'in_progress'}
        />
      )}
      {shown.map(({ part, index }) => (
        <Content key={index} item={item} part={part} index={index} />
      ))}
      <Places item={item} />
      <Input item={item} />
    </div>
  );
}

function Content({ item, part, index }: { item: Tool; part: ToolContent; index: number }) {
  const { host } = useChat();
  switch (part.type) {
    case 'diff':
      return <DiffView item={item} part={part} index={index} />;
    case 'image':
      return <img class="result-image" src={`data:${part.mimeType};base64,${part.data}`} alt="Result" />;
    case 'link':
      return (
        <button type="button" class="link" onClick={() => host.ask('open/link', { href: part.uri })}>
          <Icon name="link-external" />
          {part.name}
        </button>
      );
    case 'text':
      if (part.text.trim() === '') return null;
      if (isProse(item)) return <Markdown text={part.text} done={item.status !== 'in_progress'} />;
      return <OutputView id={`${item.id}/${index}`} title={item.title} text={part.text} follow={false} />;
  }
}

/** Results of these read as text; those of the others are files, lists and logs. */
function isProse(item: Tool): boolean {
  return item.toolKind === 'think' || item.toolKind === 'switch_mode' || item.name === 'task';
}

/** The files the call names, each opening at its line; a diff has its own way there. */
function Places({ item }: { item: Tool }) {
  const { host, store } = useChat();
  const diffs = new Set(item.content.flatMap((part) => (part.type === 'diff' ? [part.path] : [])));
  const places = item.locations.filter((place) => !diffs.has(place.path));
  if (places.length === 0) return null;
  return (
    <div class="places">
      {places.slice(0, 20).map((place, i) => (
        <button
          key={i}
          type="button"
          class="link code"
          title={place.path}
          onClick={() =>
            host.ask('open/file', { path: place.path, ...(place.line ? { line: place.line } : {}) })
          }
        >
          {relativePath(place.path, store.state.value.cwd)}
          {place.line ? `:${place.line}` : ''}
        </button>
      ))}
    </div>
  );
}

/** The call's input, folded. A body that opened by itself shows what was done, not what was asked. */
function Input({ item }: { item: Tool }) {
  const { view } = useChat();
  const asked = view.opened(item.id) === true;
  if (!asked || item.input === undefined) return null;
  if (isRecord(item.input) && Object.keys(item.input).length === 0) return null;
  const key = `${item.id}/input`;
  const open = view.opened(key) === true;
  return (
    <div class="input">
      <button type="button" class="fold" aria-expanded={open} onClick={() => view.setOpened(key, !open)}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        Input
      </button>
      {open && <pre class="boxed">{asText(item.input)}</pre>}
    </div>
  );
}
