import type { SetupView } from '../../protocol/chat.ts';

export interface ModelsState {
  readonly configured: boolean;
  readonly ollama?: { readonly address: string; readonly models: readonly string[] };
  readonly editorModels: number;
}

/** The ways to a first answer, each with what it needs, the ones that work now first in mind. */
export function setupView({ configured, ollama, editorModels }: ModelsState): SetupView | null {
  if (configured) return null;
  return {
    message: 'No model is set up yet. Choose one of these; each ends in an answer right here.',
    offers: [
      {
        id: 'key',
        label: 'Use an API key',
        description:
          'Anthropic, OpenAI (or any compatible address) or Google. The key is kept in the secret storage of VS Code.',
        action: 'Enter key',
        available: true,
      },
      {
        id: 'editor',
        label: "Use the editor's models",
        description:
          editorModels > 0
            ? `VS Code offers ${editorModels} ${editorModels === 1 ? 'model' : 'models'} to extensions; no key is needed.`
            : 'VS Code offers no models now. Sign in to GitHub Copilot, or install an extension that brings models.',
        action: 'Choose model',
        available: editorModels > 0,
      },
      {
        id: 'ollama',
        label: 'Use Ollama on this machine',
        description: ollama?.models.length
          ? `Found at ${ollama.address} with ${ollama.models.join(', ')}.`
          : 'No Ollama answered here. Start it, pull a model, then look again.',
        action: ollama?.models.length ? 'Choose model' : 'Look again',
        available: true,
      },
      {
        id: 'rehearsal',
        label: 'Try it without a model',
        description:
          'The rehearsal model needs no network. It shows what a model would be given and runs tools you script.',
        action: 'Start',
        available: true,
      },
    ],
  };
}
