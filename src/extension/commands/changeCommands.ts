import { Uri, window } from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import type { Changes } from '../chat/changes.ts';
import type { Chats } from '../chat/chats.ts';
import { Diffs } from '../editor/diffs.ts';
import type { CommandHandlers } from './commandIds.ts';

interface ChangeCommandDeps {
  readonly chats: Chats;
  readonly changes: Changes;
  readonly diffs: Diffs;
  undo(path: string): Promise<void>;
}

/** The buttons of diff editors: answer a proposal, keep or undo a change. */
export function changeCommands({ chats, changes, diffs, undo }: ChangeCommandDeps) {
  const answer = (prefix: 'allow' | 'reject') => async (uri: unknown) => {
    const callId = Diffs.callOf(uriOf(uri));
    const asked = chats.current?.questions.permissions.find((permission) => permission.callId === callId);
    const option =
      asked?.options.find((o) => o.kind === `${prefix}_once`) ??
      asked?.options.find((o) => o.kind.startsWith(prefix));
    if (!asked || !option || callId === undefined)
      throw new ExpectedError('gone', 'This proposal was answered already.');
    chats.current?.questions.answerPermission(asked.requestId, { optionId: option.optionId });
    await diffs.close(callId);
  };
  return {
    'vak.change.accept': answer('allow'),
    'vak.change.reject': answer('reject'),
    'vak.change.keep': async (uri: unknown) => changes.keep(uriOf(uri).fsPath),
    'vak.change.undo': async (uri: unknown) => undo(uriOf(uri).fsPath),
  } satisfies Partial<CommandHandlers>;
}

/** The editor whose button was pressed, or, from a key, the active one. */
function uriOf(given: unknown): Uri {
  if (given instanceof Uri) return given;
  const active = window.activeTextEditor?.document.uri;
  if (!active) throw new ExpectedError('no-editor', 'No change is shown.');
  return active;
}
