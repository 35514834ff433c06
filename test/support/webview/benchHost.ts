import type { Snapshot } from '../../../src/protocol/chat.ts';
import { FakeHost } from './fakeHost.ts';
import { pageFacts } from './pageFacts.ts';
import { manyTurns, richItems, sampleItems, snapshotOf } from './sampleChat.ts';

/**
 * A host inside the bench page: answers the view as the extension host would, from a sample. A test
 * reaches it as `bench`.
 */
const page = new URLSearchParams(location.search);

function scene(name: string): Snapshot {
  const quiet = { permissions: [], queue: [], workers: [], changes: [], phase: 'idle' as const };
  switch (name) {
    case 'working':
      return snapshotOf(sampleItems, {});
    case 'rich':
      return snapshotOf(richItems, { ...quiet, title: 'What changed in the server' });
    case 'empty':
      return snapshotOf([], { ...quiet, title: '', usage: null });
    case 'setup':
      return snapshotOf([], { ...quiet, title: '', usage: null, setup });
    case 'form':
      return snapshotOf(sampleItems.slice(0, 3), { ...quiet, elicitations: [form] });
    case 'worker':
      return {
        ...snapshotOf(richItems.slice(0, 4), { ...quiet, phase: 'running', workers: [worker] }),
        worker,
      };
    case 'long':
      return snapshotOf(manyTurns(Number(page.get('turns') ?? 5000)), quiet);
    default:
      throw new Error(`no scene ${name}`);
  }
}

function session(title: string, index: number) {
  return {
    id: `c${index + 1}`,
    title,
    cwd: '/home/me/acme-api',
    updatedAt: new Date(Date.now() - index * 5_000_000).toISOString(),
  };
}

const mentions = ['CHANGELOG.md', 'src/server.ts', 'src/client.ts', 'docs/'].map((path) => ({
  label: path.split('/').filter(Boolean).at(-1) ?? path,
  detail: path,
  icon: path.endsWith('/') ? 'folder' : 'file',
  attachment: { kind: 'file' as const, path: `/home/me/acme-api/${path}`, label: path },
}));

const worker = { sessionId: 'w1', callId: 't4', title: 'Check links in docs', state: 'running', now: 'grep' };

const setup: Snapshot['state']['setup'] = {
  message:
    'You are talking to the rehearsal model: it does what a prompt spells out and needs no network. Choose a model to get real answers.',
  offers: [
    {
      id: 'editor',
      label: 'Use this editor’s models',
      description: 'Claude Sonnet, GPT-5 and 4 more, from your Copilot plan',
      action: 'Allow',
      available: true,
    },
    {
      id: 'key',
      label: 'Enter an API key',
      description: 'Anthropic, OpenAI, Google or a compatible address. Kept in VS Code’s secret storage',
      action: 'Enter',
      available: true,
    },
    {
      id: 'ollama',
      label: 'Ollama on this machine',
      description: 'Found: qwen3-coder:30b, llama3.3',
      action: 'Use',
      available: true,
    },
    {
      id: 'rehearsal',
      label: 'Look around with the rehearsal model',
      description: 'Shows what a model would be told: your skills, AGENTS.md, servers, hooks',
      action: 'Try',
      available: true,
    },
  ],
};

const form: Snapshot['state']['elicitations'][number] = {
  requestId: 'e1',
  message: 'The server “tickets” asks for the project to file it in.',
  fields: [
    {
      name: 'project',
      label: 'Project',
      type: 'select',
      required: true,
      options: [{ value: 'a', label: 'Acme API' }],
    },
    { name: 'title', label: 'Title', type: 'text', required: true, description: 'One sentence' },
    { name: 'urgent', label: 'It is urgent', type: 'boolean', required: false },
    {
      name: 'labels',
      label: 'Labels',
      type: 'multiselect',
      required: false,
      options: [
        { value: 'bug', label: 'bug' },
        { value: 'docs', label: 'docs' },
      ],
    },
  ],
};

const host = new FakeHost(scene(page.get('scene') ?? 'working'), (message) =>
  window.postMessage(message, '*'),
);
Object.assign(host.answers, {
  'session/list': () => ({
    sessions: ['Release notes for 2.4', 'Why is the build slow?', 'Port the client to fetch'].map(session),
  }),
  'mention/complete': ({ query }) => ({
    items: mentions.filter((item) => item.label.toLowerCase().includes(query.toLowerCase())),
  }),
  'transcript/page': () => ({ items: [], first: 0 }),
  'permission/answer': () => {
    host.update([], { permissions: host.snapshot.state.permissions.slice(1) });
    return null;
  },
  'config/set': ({ id, value }) => {
    const configOptions = host.snapshot.state.configOptions.map((option) =>
      option.id === id ? { ...option, value } : option,
    );
    host.update([], { configOptions });
    return null;
  },
} satisfies FakeHost['answers']);
Object.assign(window, {
  bench: host,
  facts: pageFacts,
  acquireVsCodeApi: () => ({ postMessage: host.receive.bind(host) }),
});
