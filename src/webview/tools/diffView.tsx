import type { ToolContent, TranscriptItemOf } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import type { DiffLine, Hunk } from './lineDiff.ts';
import { diffOf, relativePath } from './toolSummary.ts';

/** Lines shown before the rest folds away. */
const FOLDED_LINES = 24;
/** More lines than this never are in the document; the diff editor has them all. */
const MAX_LINES = 400;

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', add: '+', remove: '-' };

/** A file's change as a unified diff, with what can be done about it. */
export function DiffView(props: {
  item: TranscriptItemOf<'tool'>;
  part: Extract<ToolContent, { type: 'diff' }>;
  index: number;
}) {
  const { store, view } = useChat();
  const { item, part } = props;
  const diff = diffOf(part);
  const total = diff.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const key = `${item.id}/diff/${props.index}`;
  const folded = total > FOLDED_LINES + 6 && view.opened(key) !== true;
  const hunks = firstLines(diff.hunks, folded ? FOLDED_LINES : MAX_LINES);
  const several = item.content.filter((each) => each.type === 'diff').length > 1;
  return (
    <div class="boxed diff" data-testid="diff">
      {several && <div class="diff-path">{relativePath(part.path, store.state.value.cwd)}</div>}
      {total === 0 && <div class="diff-none">No line differs.</div>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by the keyboard */}
      <section class="diff-lines" tabIndex={0} aria-label={`Changes in ${part.path}`}>
        <div class="diff-table">
          {hunks.map((hunk, i) => (
            <HunkView key={i} hunk={hunk} first={i === 0} />
          ))}
        </div>
      </section>
      <div class="bar">
        {folded && (
          <button type="button" class="link" onClick={() => view.setOpened(key, true)}>
            Show all {total} lines
          </button>
        )}
        <Ways item={item} path={part.path} index={props.index} line={firstLine(diff.hunks)} />
      </div>
    </div>
  );
}

/** What can be done about the change. */
function Ways(props: {
  item: TranscriptItemOf<'tool'>;
  path: string;
  index: number;
  line: { line?: number };
}) {
  const { host, store } = useChat();
  const { path } = props;
  const changed = store.state.value.changes.some((change) => change.path === path);
  return (
    <>
      {changed && (
        <>
          <button type="button" class="link" onClick={() => host.ask('changes/keep', { path })}>
            Keep
          </button>
          <button type="button" class="link" onClick={() => host.ask('changes/undo', { path })}>
            Undo
          </button>
        </>
      )}
      <span class="grow" />
      <button
        type="button"
        class="link open-file"
        onClick={() => host.ask('open/file', { path, ...props.line })}
      >
        Open file
      </button>
      <button
        type="button"
        class="link"
        data-testid="open-diff"
        onClick={() => host.ask('open/diff', { callId: props.item.id, index: props.index })}
      >
        Open diff
      </button>
    </>
  );
}

function HunkView({ hunk, first }: { hunk: Hunk; first: boolean }) {
  return (
    <>
      {(!first || hunk.newStart > 1) && <div class="diff-gap">line {hunk.newStart}</div>}
      {hunk.lines.map((line, i) => (
        <div key={i} class="diff-line" data-kind={line.kind}>
          <span class="sign">{SIGNS[line.kind]}</span>
          {line.text}
        </div>
      ))}
    </>
  );
}

function firstLines(hunks: readonly Hunk[], most: number): Hunk[] {
  let left = most;
  const shown: Hunk[] = [];
  for (const hunk of hunks) {
    if (left <= 0) break;
    shown.push(hunk.lines.length <= left ? hunk : { ...hunk, lines: hunk.lines.slice(0, left) });
    left -= hunk.lines.length;
  }
  return shown;
}

/** Where the first change is in the file as it is now. */
function firstLine(hunks: readonly Hunk[]): { line?: number } {
  const hunk = hunks[0];
  if (!hunk) return {};
  const before = hunk.lines.findIndex((line) => line.kind !== 'same');
  return { line: Math.max(1, hunk.newStart + Math.max(0, before)) };
}
