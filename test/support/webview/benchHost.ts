import { chatRequests, type Snapshot } from '../../../src/protocol/chat.ts';
import type { TranscriptItem } from '../../../src/protocol/transcript.ts';
import { manyTurns, richItems, sampleItems, snapshotOf } from './sampleChat.ts';

/**
 * A host inside the bench page: answers the view as the extension host would, from a sample, and lets a
 * test push updates and see what was asked.
 */
interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params: unknown;
}

const page = new URLSearchParams(location.search);
const seen: Request[] = [];

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

function answer(method: string, params: Record<string, unknown>): unknown {
  switch (method) {
    case 'view/snapshot':
      return snapshot;
    case 'session/list':
      return {
        sessions: ['Release notes for 2.4', 'Why is the build slow?', 'Port the client to fetch'].map(
          session,
        ),
      };
    case 'mention/complete':
      return { items: mentions.filter((item) => item.label.toLowerCase().includes(String(params['query']))) };
    case 'transcript/page':
      return { items: [], first: 0 };
    case 'permission/answer':
      update([], { permissions: snapshot.state.permissions.slice(1) });
      return null;
    case 'config/set':
      update([], {
        configOptions: snapshot.state.configOptions.map((option) =>
          option.id === params['id'] ? { ...option, value: String(params['value']) } : option,
        ),
      });
      return null;
    default:
      return null;
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

let snapshot = scene(page.get('scene') ?? 'working');
let seq = 0;
function update(deltas: unknown[], state: Partial<Snapshot['state']>): void {
  seq++;
  snapshot = { ...snapshot, seq, state: { ...snapshot.state, ...state } };
  post({ jsonrpc: '2.0', method: 'chat/update', params: { seq, deltas, state } });
}

function post(message: unknown): void {
  window.postMessage(message, '*');
}

function receive(message: Request): void {
  const { id, method, params } = message;
  if (method === undefined) return;
  seen.push({ method, params });
  const known = chatRequests[method as keyof typeof chatRequests];
  if (id === undefined) return;
  const fits = known?.params.safeParse(params).success;
  if (fits) post({ jsonrpc: '2.0', id, result: answer(method, (params ?? {}) as Record<string, unknown>) });
  else post({ jsonrpc: '2.0', id, error: { code: -32602, message: `${method}: wrong parameters` } });
}

const bench = {
  seen,
  update,
  notify: (method: string, params: unknown) => post({ jsonrpc: '2.0', method, params }),
  reset: (items: TranscriptItem[], state: Partial<Snapshot['state']>) => {
    snapshot = { ...snapshotOf(items, state), seq };
    post({ jsonrpc: '2.0', method: 'chat/reset', params: snapshot });
  },
};
export type Bench = typeof bench;
Object.assign(window, { bench, acquireVsCodeApi: () => ({ postMessage: receive }) });
