import { useEffect, useRef } from 'preact/hooks';
import type { ChatState } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';

/** More of an answer is not read out by itself. */
const MAX_SPOKEN = 400;

/** The live region: what a screen reader says by itself, such as the end of a turn. */
export function Announcer() {
  const { store, view } = useChat();
  const { phase } = store.state.value;
  const before = useRef<ChatState['phase']>(phase);
  useEffect(() => {
    if (before.current === 'running' && phase === 'idle')
      view.announce(`Done. ${lastAnswer(store.transcript)}`);
    if (before.current !== 'failed' && phase === 'failed') view.announce('The agent does not run.');
    before.current = phase;
  }, [phase, store, view]);
  return (
    <div class="sr-only" role="status" aria-live="polite" data-testid="announcer">
      {view.announcement.value}
    </div>
  );
}

function lastAnswer(transcript: ReturnType<typeof useChat>['store']['transcript']): string {
  for (const id of transcript.ids.peek().toReversed()) {
    const item = transcript.peek(id);
    if (item?.kind === 'user') return '';
    if (item?.kind === 'assistant') return item.text.slice(0, MAX_SPOKEN);
  }
  return '';
}
