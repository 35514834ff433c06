import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChat } from '../chatContext.ts';
import { plainOutput, tailOf } from './plainOutput.ts';

/** More than this of an output never is in the document; the rest opens in an editor. */
const MAX_SHOWN = 40_000;

/** A program's output, or a file that was read: plain text in the editor's font, its end kept in sight while it grows. */
export function OutputView(props: { id: string; title: string; text: string; follow: boolean }) {
  const { host } = useChat();
  const element = useRef<HTMLPreElement>(null);
  const atEnd = useRef(true);
  const { text, cut } = props.follow
    ? tailOf(props.text, MAX_SHOWN)
    : { text: props.text.slice(0, MAX_SHOWN), cut: Math.max(0, props.text.length - MAX_SHOWN) };
  useLayoutEffect(() => {
    const pre = element.current;
    if (pre && props.follow && atEnd.current) pre.scrollTop = pre.scrollHeight;
  }, [props.text, props.follow]);
  const onScroll = (event: Event) => {
    const pre = event.currentTarget as HTMLPreElement;
    atEnd.current = pre.scrollHeight - pre.scrollTop - pre.clientHeight < 8;
  };
  const openAll = () =>
    void host.ask('open/text', { title: props.title, text: plainOutput(props.text), language: 'plaintext' });
  return (
    <div class="boxed output">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by the keyboard */}
      <pre ref={element} tabIndex={0} onScroll={onScroll} data-testid="output">
        {plainOutput(text)}
      </pre>
      {cut > 0 && (
        <div class="bar">
          <span class="grow">{props.follow ? 'The beginning is not shown.' : 'The end is not shown.'}</span>
          <button type="button" class="link" onClick={openAll}>
            Open all
          </button>
        </div>
      )}
    </div>
  );
}
