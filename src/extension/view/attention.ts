import type { WebviewView } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Chats } from '../chat/chats.ts';

/** A badge on the view's icon while a question waits and nobody sees it. */
export function showAttention(view: WebviewView, chats: Chats): Disposable {
  const store = new DisposableStore();
  const update = () => {
    const questions = [...chats.all].reduce(
      (sum, { questions: q }) => sum + q.permissions.length + q.elicitations.length,
      0,
    );
    const hidden = !view.visible || !chats.current?.questions.waiting;
    view.badge =
      questions > 0 && hidden ? { value: questions, tooltip: 'Vakil waits for your answer' } : undefined;
  };
  store.add(chats.onDidChange(update));
  store.add(view.onDidChangeVisibility(update));
  update();
  return store;
}
