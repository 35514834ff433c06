import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { type Chat, useChat } from '../chatContext.ts';
import { copyText } from '../frame/copyText.ts';
import { GrowingMarkdown, type MarkdownBlock } from './growingMarkdown.ts';
import { linkTarget } from './links.ts';
import { createRenderer, type Highlight } from './renderer.ts';

const renderer = createRenderer();
/** Undefined until the first code block has loaded it. */
const highlighter = signal<Highlight | undefined>(undefined);
let asked = false;

function loadHighlighter(): void {
  if (asked) return;
  asked = true;
  import('./highlight.ts').then(
    (loaded) => {
      highlighter.value = loaded.highlight;
    },
    () => {
      // Code stays plain until the next block asks again.
      asked = false;
    },
  );
}

/** A message's text as Markdown. While it grows, only its last block is drawn again. */
export function Markdown({ text, done }: { text: string; done: boolean }) {
  const growing = useRef<GrowingMarkdown>(undefined);
  growing.current ??= new GrowingMarkdown(renderer);
  const drawn = useRef<readonly Drawn[]>([]);
  const chat = useChat();
  const blocks = growing.current.update(text, done);
  drawn.current = blocks.map((block, i) => {
    const settled = done || i < blocks.length - 1;
    const before = drawn.current[i];
    if (before?.block === block && before.settled === settled) return before;
    return { block, settled, node: <Block key={block.key} block={block} settled={settled} /> };
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links and buttons inside take the keys; this only hears their clicks
    // biome-ignore lint/a11y/noStaticElementInteractions: the same
    <div class="markdown" onClick={(event) => followClick(event, chat)}>
      {drawn.current.map((block) => block.node)}
    </div>
  );
}

/** A block as it was drawn last: the same node again is not drawn anew. */
interface Drawn {
  readonly block: MarkdownBlock;
  readonly settled: boolean;
  readonly node: VNode;
}

function Block({ block, settled }: { block: MarkdownBlock; settled: boolean }) {
  const coloured = block.hasCode && settled;
  if (coloured) loadHighlighter();
  const colours = coloured ? highlighter.value : undefined;
  const html = useMemo(
    () => (colours ? renderer.render(block.source, { highlight: colours }) : block.html),
    [block, colours],
  );
  // The renderer writes no raw HTML and no unsafe address
  return <div class="block" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Links and copy buttons inside rendered Markdown. */
function followClick(event: MouseEvent, chat: Chat): void {
  const { host } = chat;
  const target = event.target instanceof Element ? event.target : undefined;
  const copy = target?.closest('[data-copy]');
  if (copy) {
    const code = copy.closest('.code-block')?.querySelector('code')?.textContent ?? '';
    void copyText(code, chat).then((copied) => copied && confirmCopy(copy));
    return;
  }
  const link = target?.closest('a[href]');
  if (!link) return;
  event.preventDefault();
  const place = linkTarget(link.getAttribute('href') ?? '');
  if (place?.kind === 'web') host.ask('open/link', { href: place.href });
  if (place?.kind === 'file')
    host.ask('open/file', { path: place.path, ...(place.line ? { line: place.line } : {}) });
}

function confirmCopy(button: Element): void {
  button.classList.add('copied');
  button.addEventListener('pointerleave', () => button.classList.remove('copied'), { once: true });
}
