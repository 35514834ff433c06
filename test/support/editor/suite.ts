import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { FileTree } from '../tempFolder.ts';
import { Chat } from './chat.ts';
import { vsixFile } from './ground.ts';
import { EditorServer, type ServerOptions } from './server.ts';
import { launchBrowser, Workbench, workbenchUrl } from './workbench.ts';

export interface EditorSuite {
  readonly server: EditorServer;
  readonly browser: Browser;
  /** Opens a window on a fresh folder with these files; it closes with the test. A failed test leaves a picture. */
  openWindow(files?: FileTree, size?: { width: number; height: number }): Promise<OpenWindow>;
  /** As `openWindow`, with the chat shown. */
  openChat(
    files?: FileTree,
    size?: { width: number; height: number },
  ): Promise<OpenWindow & { readonly chat: Chat }>;
}

export interface OpenWindow {
  readonly window: Workbench;
  /** The workspace folder. */
  readonly folder: string;
}

/**
 * One VS Code with Vakil installed and one browser for a whole `describe`. Call it in its body; what it
 * gives is there from the first test on.
 */
export function useEditor(options: ServerOptions | (() => Promise<ServerOptions>) = {}): EditorSuite {
  const made: { server?: EditorServer; browser?: Browser } = {};
  let count = 0;

  beforeAll(async () => {
    const chosen = typeof options === 'function' ? await options() : options;
    made.browser = await launchBrowser();
    made.server = await EditorServer.start({ ...chosen, vsix: [vsixFile, ...(chosen.vsix ?? [])] });
  });

  afterAll(async () => {
    await made.browser?.close();
    await made.server?.dispose();
  });

  const suite: EditorSuite = {
    get server() {
      return present(made.server);
    },
    get browser() {
      return present(made.browser);
    },
    async openWindow(files = {}, size) {
      const folder = suite.server.workspace(`workspace${count++}`, files);
      const window = await Workbench.open(suite.browser, workbenchUrl(suite.server, folder), size);
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail')
          await window.screenshot(`failed ${task.name}`).catch(() => undefined);
        await window.close();
      });
      return { window, folder };
    },
    async openChat(files, size) {
      const open = await suite.openWindow(files, size);
      return { ...open, chat: await Chat.show(open.window) };
    },
  };
  return suite;
}

function present<T>(made: T | undefined): T {
  if (made === undefined) throw new Error('the editor is there only while the tests run');
  return made;
}
