import type { ChatState, Snapshot } from '../../../src/protocol/chat.ts';
import type { TranscriptItem } from '../../../src/protocol/transcript.ts';

/** A conversation with one of everything the view draws, for pictures and for tests. */

const CWD = '/home/me/acme-api';

export const sampleState: ChatState = {
  conversationId: 'c1',
  title: 'Release notes for 2.4',
  phase: 'running',
  cwd: CWD,
  folders: [
    { path: CWD, name: 'acme-api' },
    { path: '/home/me/acme-web', name: 'acme-web' },
  ],
  trusted: true,
  agentName: 'general',
  configOptions: [
    {
      id: 'mode',
      name: 'Mode',
      category: 'mode',
      value: 'ask',
      options: [
        { value: 'read-only', name: 'Read only', description: 'Reads and searches; changes nothing.' },
        { value: 'ask', name: 'Ask', description: 'Asks before it changes a file or runs a command.' },
        { value: 'accept-edits', name: 'Accept edits', description: 'Changes files in the workspace.' },
        { value: 'auto', name: 'Auto', description: 'Asks only for what a rule asks.' },
      ],
    },
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      value: 'anthropic/claude-sonnet',
      options: [
        { value: 'anthropic/claude-sonnet', name: 'claude-sonnet', group: 'Anthropic' },
        { value: 'anthropic/claude-opus', name: 'claude-opus', group: 'Anthropic' },
        ...['gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'o4'].map((name) => ({
          value: `openai/${name}`,
          name,
          group: 'OpenAI',
        })),
        ...['qwen3-coder:30b', 'llama3.3'].map((name) => ({
          value: `ollama/${name}`,
          name,
          group: 'Ollama',
        })),
        {
          value: 'rehearsal',
          name: 'rehearsal',
          description: 'Does what a prompt spells out',
          group: 'Built in',
        },
      ],
    },
    {
      id: 'thinking',
      name: 'Thinking',
      category: 'thought_level',
      value: 'medium',
      options: [
        { value: 'off', name: 'Off' },
        { value: 'medium', name: 'Medium' },
        { value: 'high', name: 'High' },
      ],
    },
    {
      id: 'agent',
      name: 'Agent',
      value: 'general',
      options: [
        { value: 'general', name: 'general', description: 'Everything' },
        { value: 'reviewer', name: 'reviewer', description: 'Reads and comments' },
      ],
    },
  ],
  commands: [
    {
      name: 'review',
      description: 'Review the diff against main',
      hint: '[file]',
      group: 'command',
      source: 'project',
    },
    { name: 'standup', description: 'What changed since yesterday', group: 'command', source: 'user' },
    {
      name: 'release-notes',
      description: 'Use when drafting release notes from merged pull requests',
      group: 'skill',
      source: '.agents',
    },
    {
      name: 'review:checklist',
      description: 'Checklist for reviewing a change',
      group: 'skill',
      source: 'plugin',
    },
    {
      name: 'skill:review',
      description: 'Reviews a change step by step',
      group: 'skill',
      source: '.claude',
      note: '/review is the project’s command',
    },
    { name: 'context', description: 'What fills the context, in tokens', group: 'builtin', source: '' },
    { name: 'compact', description: 'Summarizes the conversation', group: 'builtin', source: '' },
    { name: 'reload', description: 'Reads all configuration again', group: 'builtin', source: '' },
  ],
  usage: { used: 76_000, size: 200_000, cost: '$0.42' },
  queue: [{ id: 'q1', text: 'also bump the version in package.json' }],
  canSteer: true,
  permissions: [
    {
      requestId: 'p1',
      callId: 't6',
      title: 'Run this command?',
      subject: 'git add -A && git push origin release/2.4',
      ask: {
        because: 'The underlined part asks:',
        part: [14, 41],
        rule: 'Bash(git push *)',
        rulePath: '.vak/config.toml',
        ruleLine: 12,
      },
      options: [
        { optionId: 'once', name: 'Yes, once', kind: 'allow_once' },
        {
          optionId: 'always',
          name: 'Always allow “git push origin release/2.4” for me',
          kind: 'allow_always',
        },
        { optionId: 'no', name: 'No', kind: 'reject_once' },
      ],
    },
  ],
  elicitations: [],
  workers: [
    {
      sessionId: 'w1',
      callId: 't4',
      title: 'Check links in docs',
      state: 'running',
      now: 'read-only · 14 calls · grep “http://”',
      usage: '12k tokens',
    },
    {
      sessionId: 'w2',
      callId: 't5',
      title: 'Update examples/',
      state: 'running',
      now: 'examples/** · edit client.ts',
    },
  ],
  changes: [
    { path: `${CWD}/CHANGELOG.md`, added: 6, removed: 2 },
    { path: `${CWD}/src/server.ts`, added: 3, removed: 2 },
  ],
  setup: null,
  counts: { servers: 3, skills: 14 },
  toApprove: [],
  draft: '',
};

const before =
  '# Changelog\n\n## 2.4.0\n### Fixes\n- The client reconnects after a timeout\n\n## 2.3.1\n### Fixes\n- Typos\n';
const after =
  '# Changelog\n\n## 2.4.0\n### Changed\n- The default port is 8443 (#512)\n\n### Fixes\n- The client reconnects after a timeout\n- The log says which file failed\n\n## 2.3.1\n### Fixes\n- Typos\n';

export const sampleItems: readonly TranscriptItem[] = [
  {
    kind: 'user',
    id: 'u1',
    text: 'Draft the notes for 2.4, fix the heading order, then push the branch.',
    chips: [
      { kind: 'skill', label: 'release-notes', path: `${CWD}/.agents/skills/release-notes/SKILL.md` },
      { kind: 'file', label: 'CHANGELOG.md', path: `${CWD}/CHANGELOG.md` },
      { kind: 'range', label: 'server.ts:40–58', path: `${CWD}/src/server.ts` },
    ],
    images: [],
    steered: false,
    messageId: 'm1',
    hookRuns: [],
  },
  { kind: 'thought', id: 'h1', text: 'The notes follow the merged pull requests.', done: true, ms: 4100 },
  {
    kind: 'assistant',
    id: 'a1',
    done: true,
    hookRuns: [],
    text: 'I’ll read the merged pull requests and the current changelog, then edit it in place. `server.ts` names the new default port, so it belongs under **Changed**.',
  },
  {
    kind: 'plan',
    id: 'plan',
    entries: [
      { content: 'List merged pull requests since v2.3', priority: 'medium', status: 'completed' },
      { content: 'Edit CHANGELOG.md', priority: 'high', status: 'in_progress' },
      { content: 'Push the branch', priority: 'medium', status: 'pending' },
    ],
  },
  {
    kind: 'tool',
    id: 't1',
    name: 'read_file',
    title: 'Read CHANGELOG.md',
    toolKind: 'read',
    status: 'completed',
    locations: [{ path: `${CWD}/CHANGELOG.md` }],
    content: [{ type: 'text', text: before }],
    output: '',
    input: { path: 'CHANGELOG.md', offset: 1, limit: 120 },
    meta: { ms: 3 },
  },
  {
    kind: 'tool',
    id: 't2',
    name: 'mcp__github__list_pull_requests',
    title: 'list_pull_requests',
    toolKind: 'other',
    status: 'completed',
    locations: [],
    content: [{ type: 'text', text: '#512 Default port 8443\n#498 Reconnect after a timeout' }],
    output: '',
    input: { state: 'merged', since: 'v2.3' },
    meta: { ms: 812, source: 'from the editor' },
  },
  {
    kind: 'tool',
    id: 't3',
    name: 'edit_file',
    title: 'Edit CHANGELOG.md',
    toolKind: 'edit',
    status: 'completed',
    locations: [{ path: `${CWD}/CHANGELOG.md`, line: 4 }],
    content: [{ type: 'diff', path: `${CWD}/CHANGELOG.md`, oldText: before, newText: after }],
    output: '',
    input: { path: 'CHANGELOG.md' },
    meta: {
      ms: 12,
      hookRuns: [
        {
          runId: 'r1',
          hook: '.vak/hooks/prettier.sh',
          event: 'PostToolUse',
          verdict: 'no-opinion',
          ms: 41,
          callId: 't3',
          input: '{"event":"post-tool-use"}',
          stdout: 'CHANGELOG.md 38ms',
          exit: 'exit 0',
          effects: ['reformatted 1 file'],
          rewrite: { before: { path: 'CHANGELOG.md' }, after: { path: 'docs/CHANGELOG.md' } },
        },
      ],
    },
  },
  {
    kind: 'tool',
    id: 't4',
    name: 'task',
    title: 'Check links in docs',
    toolKind: 'other',
    status: 'in_progress',
    locations: [],
    content: [],
    output: '',
    meta: {},
  },
  {
    kind: 'tool',
    id: 't5',
    name: 'task',
    title: 'Update examples/',
    toolKind: 'other',
    status: 'in_progress',
    locations: [],
    content: [],
    output: '',
    meta: {},
  },
  {
    kind: 'tool',
    id: 't7',
    name: 'bash',
    title: 'npm test -- --run changelog',
    toolKind: 'execute',
    status: 'completed',
    locations: [],
    content: [],
    output: '\u001b[32m✓\u001b[0m changelog (3 tests) 41 ms\n\n Tests  3 passed (3)\n',
    input: { command: 'npm test -- --run changelog' },
    meta: { ms: 3100, sandbox: 'on' },
  },
  {
    kind: 'tool',
    id: 't6',
    name: 'bash',
    title: 'git add -A && git push origin release/2.4',
    toolKind: 'execute',
    status: 'pending',
    locations: [],
    content: [],
    output: '',
    input: { command: 'git add -A && git push origin release/2.4' },
    meta: {},
  },
];

export const sampleMarkdown = `## What changed

The server now listens on **8443**. See [server.ts](src/server.ts:40) and https://example.org/notes.

| option | before | now |
|:--|--:|:-:|
| \`port\` | 8080 | 8443 |
| \`timeout_ms\` | 10,000 | 30,000 |

- [x] Read the pull requests
- [ ] Push the branch

\`\`\`ts
export function listen(port = 8443): Server {
  // TLS is on by default
  return createServer({ tls: true }).listen(port);
}
\`\`\`

> Older clients need the flag \`--port 8080\`.
`;

export const richItems: readonly TranscriptItem[] = [
  {
    kind: 'user',
    id: 'ru1',
    text: 'What changed in the server? Answer with a table and show the code.',
    chips: [],
    images: [],
    steered: false,
    messageId: 'rm1',
    hookRuns: [],
  },
  { kind: 'assistant', id: 'ra1', text: sampleMarkdown, done: true, hookRuns: [] },
  {
    kind: 'tool',
    id: 'rt1',
    name: 'bash',
    title: 'npm run build',
    toolKind: 'execute',
    status: 'in_progress',
    locations: [],
    content: [],
    output: 'vite v7 building for production…\ntransforming (42) src/server.ts\n',
    input: { command: 'npm run build' },
    meta: {},
  },
  {
    kind: 'tool',
    id: 'rt2',
    name: 'grep',
    title: 'grep',
    toolKind: 'search',
    status: 'failed',
    locations: [],
    content: [{ type: 'text', text: 'The pattern is not a regular expression: unclosed group' }],
    output: '',
    input: { pattern: 'listen(', path: 'src' },
    meta: {},
  },
  {
    kind: 'assistant',
    id: 'ra2',
    text: 'No skill “relese-notes”. Near: `release-notes` (.agents/skills)',
    done: true,
    notice: 'error',
    hookRuns: [],
  },
  {
    kind: 'notice',
    id: 'rn1',
    severity: 'error',
    title: 'The model’s key was refused.',
    detail: 'Anthropic answered 401: invalid x-api-key.',
    actions: [
      { id: 'enter-key', label: 'Enter a key' },
      { id: 'choose-model', label: 'Choose another model' },
    ],
  },
  { kind: 'compaction', id: 'rc1', status: 'completed', summary: 'The notes for 2.4 were drafted.' },
];

export const sampleSnapshot: Snapshot = snapshotOf(sampleItems, {});

export function snapshotOf(items: readonly TranscriptItem[], state: Partial<ChatState>): Snapshot {
  return {
    seq: 0,
    state: { ...sampleState, ...state },
    items: [...items],
    first: 0,
    total: items.length,
    worker: null,
  };
}

/** A long conversation: each turn a prompt, a tool call and an answer. */
export function manyTurns(count: number): TranscriptItem[] {
  return Array.from({ length: count }, (_, turn): TranscriptItem[] => [
    {
      kind: 'user',
      id: `u${turn}`,
      text: `Question ${turn}: what does module ${turn % 17} do?`,
      chips: [],
      images: [],
      steered: false,
      messageId: `m${turn}`,
      hookRuns: [],
    },
    {
      kind: 'tool',
      id: `t${turn}`,
      name: 'read_file',
      title: `Read src/module${turn % 17}.ts`,
      toolKind: 'read',
      status: 'completed',
      locations: [{ path: `${CWD}/src/module${turn % 17}.ts` }],
      content: [{ type: 'text', text: 'export const value = 1;\n'.repeat(turn % 9) }],
      output: '',
      input: { path: `src/module${turn % 17}.ts` },
      meta: {},
    },
    {
      kind: 'assistant',
      id: `a${turn}`,
      text: `Answer ${turn}. It **exports** \`value\`.\n\n${'A sentence about it. '.repeat(turn % 23)}`,
      done: true,
      hookRuns: [],
    },
  ]).flat();
}
