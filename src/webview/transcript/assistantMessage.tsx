import type { TranscriptItemOf } from '../../protocol/transcript.ts';
import { useChat } from '../chatContext.ts';
import { copyText } from '../frame/copyText.ts';
import { Icon, IconButton } from '../frame/icon.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { HookRuns } from '../tools/hookRuns.tsx';

const NOTICE_ICONS = { info: 'info', warning: 'warning', error: 'error' } as const;
const NOTICE_TONES = { info: 'dim', warning: 'warn', error: 'bad' } as const;

/** What the agent says; with an icon when Vakil itself says it and no model. */
export function AssistantMessage({ item }: { item: TranscriptItemOf<'assistant'> }) {
  const chat = useChat();
  const copy = () => void copyText(item.text, chat);
  return (
    <div
      class="say"
      data-testid="message"
      data-role="assistant"
      data-notice={item.notice}
      aria-busy={!item.done}
    >
      {item.notice && <Icon name={NOTICE_ICONS[item.notice]} tone={NOTICE_TONES[item.notice]} />}
      <Markdown text={item.text} done={item.done} />
      {item.done && item.text !== '' && (
        <div class="actions" role="toolbar" aria-label="Message">
          <IconButton icon="copy" label="Copy as Markdown" onClick={copy} />
        </div>
      )}
      <HookRuns runs={item.hookRuns} />
    </div>
  );
}
