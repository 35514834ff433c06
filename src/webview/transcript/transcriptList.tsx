import { useChat } from '../chatContext.ts';
import { Row } from './row.tsx';
import { useScroll } from './useScroll.ts';

/** The conversation: a list of which only what is near the eye is in the document. */
export function TranscriptList() {
  const { store } = useChat();
  const ids = store.transcript.ids.value;
  const scroll = useScroll(ids);
  const { heights, range } = scroll.window;
  const { start, end } = range;
  const below = heights.total - heights.offsetOf(end);
  return (
    <main
      class="transcript"
      ref={scroll.element}
      onScroll={scroll.onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by the keyboard
      tabIndex={0}
      aria-label="Conversation"
    >
      <div role="feed" aria-label="Messages" aria-busy={store.state.value.phase === 'running'}>
        <div style={{ height: `${heights.offsetOf(start)}px` }} />
        {ids.slice(start, end).map((id, i) => (
          <Row key={id} id={id} before={ids[start + i - 1]} position={start + i} observer={scroll.observer} />
        ))}
        <div style={{ height: `${below}px` }} />
      </div>
    </main>
  );
}
