import { CancellationTokenSource, LanguageModelTextPart, lm } from 'vscode';
import { onAbort } from '../../base/abort.ts';
import { Emitter } from '../../base/event.ts';
import type { ListKind } from '../../mcp/watchLists.ts';
import type { ServerSource } from './serverSource.ts';

/**
 * Tools that only the editor can reach (`vscode.lm.tools`) as one more server. VS Code asks the person
 * for each call, and tells nobody when the list changes: it is read anew each time.
 */
export function editorToolsSource(version: string): ServerSource {
  const never = new Emitter<ListKind>();
  return {
    onListChanged: never.event,
    ready: async () => undefined,
    async open() {
      const { ProtocolError, Server } = await import('@modelcontextprotocol/server');
      const server = new Server({ name: 'vscode-tools', version }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', () => ({
        tools: lm.tools.map(({ name, description, inputSchema }) => ({
          name,
          description: `${description}\nVS Code asks the person for each call.`,
          inputSchema: (inputSchema ?? { type: 'object' }) as { type: 'object' },
        })),
      }));
      server.setRequestHandler('tools/call', async ({ params }, context) => {
        if (!lm.tools.some((tool) => tool.name === params.name))
          throw new ProtocolError(-32602, `VS Code has no tool "${params.name}" now.`);
        return { content: await invoke(params.name, params.arguments ?? {}, context.mcpReq.signal) };
      });
      return server;
    },
  };
}

async function invoke(name: string, input: object, signal: AbortSignal) {
  const source = new CancellationTokenSource();
  const link = onAbort(signal, () => source.cancel());
  try {
    const result = await lm.invokeTool(name, { input, toolInvocationToken: undefined }, source.token);
    return result.content.map((part) => ({
      type: 'text' as const,
      text: part instanceof LanguageModelTextPart ? part.value : JSON.stringify(part),
    }));
  } finally {
    link.dispose();
    source.dispose();
  }
}
