import { Emitter } from '../../base/event.ts';
import type { EditorServers } from './editorServers.ts';

/** An editor that brings no servers. */
export function noEditorServers(): EditorServers {
  const changed = new Emitter<void>();
  return {
    register: () => undefined,
    declare: async () => ({ servers: [], dispose: () => undefined }),
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}
