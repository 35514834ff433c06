import { env, Uri, type WebviewView } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { MessagePortEnd } from '../../protocol/portTransport.ts';
import type { ChatScreen } from '../chat/chatScreen.ts';
import { chatHtml } from '../chat/html.ts';

/** Puts the chat into a view that VS Code has made. It may be hidden, moved or thrown away at any time. */
export function showChat(view: WebviewView, screen: ChatScreen, extension: Uri): Disposable {
  const { webview } = view;
  const store = new DisposableStore();
  const dist = Uri.joinPath(extension, 'dist');
  const media = Uri.joinPath(extension, 'media');
  const port: MessagePortEnd = {
    post: (message) => webview.postMessage(message),
    listen: (listener) => webview.onDidReceiveMessage(listener),
  };
  store.add(screen.attach(port));
  webview.options = { enableScripts: true, localResourceRoots: [dist, media] };
  webview.html = chatHtml({
    script: String(webview.asWebviewUri(Uri.joinPath(dist, 'webview.js'))),
    styles: [String(webview.asWebviewUri(Uri.joinPath(dist, 'webview.css')))],
    cspSource: webview.cspSource,
    language: env.language,
  });
  store.add(
    view.onDidChangeVisibility(() => {
      // A hidden page is thrown away; the next one asks for a snapshot.
      if (!view.visible) screen.feed.detach();
    }),
  );
  view.onDidDispose(() => store.dispose());
  return store;
}
