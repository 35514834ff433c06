import type { Attachment } from '../../protocol/chat.ts';
import { useChat } from '../chatContext.ts';
import { Icon } from '../frame/icon.tsx';
import type { ComposerModel } from './composerModel.ts';

const ICONS: Readonly<Record<Attachment['kind'], string>> = {
  file: 'file',
  range: 'selection',
  text: 'note',
  link: 'plug',
  image: 'file-media',
};

/** What goes along with the prompt, each with a button that takes it off. */
export function ComposerAttachments({ model }: { model: ComposerModel }) {
  const { view } = useChat();
  const attachments = model.attachments.value;
  if (attachments.length === 0) return null;
  const remove = (attachment: Attachment) => {
    model.detach(attachment);
    view.announce(`${attachment.label} taken off.`);
    view.focusComposer();
  };
  return (
    <ul class="chips" aria-label="Attached">
      {attachments.map((attachment) => (
        <li key={attachment.label} class="chip" data-testid="attachment" data-kind={attachment.kind}>
          {attachment.kind === 'image' ? (
            <img src={`data:${attachment.mimeType};base64,${attachment.data}`} alt="" />
          ) : (
            <Icon name={ICONS[attachment.kind]} />
          )}
          <b>{attachment.label}</b>
          <button
            type="button"
            aria-label={`Take off ${attachment.label}`}
            onClick={() => remove(attachment)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}
