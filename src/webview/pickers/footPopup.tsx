import { useChat } from '../chatContext.ts';
import { ListPopup } from './listPopup.tsx';
import { UsagePopup } from './usage.tsx';

/** The list that a button near the composer opened, above the composer and as wide as it. */
export function FootPopup() {
  const { store, host, view } = useChat();
  const open = view.popup.value;
  const { configOptions, folders, cwd } = store.state.value;
  const close = () => {
    if (view.popup.peek() === open) view.popup.value = null;
    view.focusComposer();
  };
  if (open === 'usage') return <UsagePopup onClose={close} />;
  if (open === 'folder')
    return (
      <ListPopup
        label="Working folder of a new conversation"
        testId="folder-list"
        entries={folders.map((folder) => ({
          id: folder.path,
          label: folder.name,
          description: folder.path,
          checked: folder.path === cwd,
        }))}
        onPick={(path) => {
          close();
          if (path !== cwd) void host.ask('session/new', { cwd: path });
        }}
        onClose={close}
      />
    );
  const option = configOptions.find((each) => open === `config:${each.id}`);
  if (!option) return null;
  return (
    <ListPopup
      label={option.name}
      testId={`${option.id}-list`}
      entries={option.options.map((each) => ({
        id: each.value,
        label: each.name,
        ...(each.description ? { description: each.description } : {}),
        ...(each.group ? { group: each.group } : {}),
        checked: each.value === option.value,
      }))}
      onPick={(value) => {
        close();
        if (value !== option.value) void host.ask('config/set', { id: option.id, value });
      }}
      onClose={close}
    />
  );
}
