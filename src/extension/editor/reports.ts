import { EventEmitter, languages, Uri, window, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';

const SCHEME = 'vak-report';

/** What Vakil has to tell at length, in a read-only editor of its own: closing it asks nothing. */
export class Reports implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new EventEmitter<Uri>());

  constructor() {
    this.#store.add(
      workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? '',
      }),
    );
    this.#store.add(workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())));
  }

  /** Shows a text under this title; one of the same title takes its place. */
  async show(title: string, text: string, language: 'log' | 'plaintext' = 'plaintext'): Promise<void> {
    const uri = Uri.from({ scheme: SCHEME, path: `/${title.replaceAll('/', '-')}` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    const known = (await languages.getLanguages()).includes(language);
    await languages.setTextDocumentLanguage(document, known ? language : 'plaintext');
    await window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#store.dispose();
  }
}
