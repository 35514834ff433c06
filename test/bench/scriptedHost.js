// Runs in the page before the chat view's own scripts: a host with a long conversation, which answers what
// the view asks. The page says in `bench` how long it is and how much a snapshot holds.
const { turns, newest, state } = globalThis.bench;

const items = Array.from({ length: turns }, (_, i) => [
  {
    kind: 'user',
    id: `u${i}`,
    text: `Question ${i + 1}`,
    chips: [],
    images: [],
    steered: false,
    hookRuns: [],
  },
  {
    kind: 'assistant',
    id: `a${i}`,
    text: `Answer ${i + 1}. Some **Markdown** with \`code\` and a list:\n\n- one\n- two\n\n\`\`\`js\nconst tea = ${i};\n\`\`\`\n`,
    done: true,
    hookRuns: [],
  },
]).flat();

const page = (before, count) => {
  const first = Math.max(0, before - count);
  return { items: items.slice(first, before), first };
};

const answers = {
  'view/snapshot': () => ({
    ...page(items.length, newest),
    seq: 1,
    state,
    total: items.length,
    worker: null,
  }),
  'transcript/page': ({ before, count }) => page(before, count),
};

globalThis.acquireVsCodeApi = () => ({
  getState: () => undefined,
  setState: (value) => value,
  postMessage({ id, method, params }) {
    if (id === undefined || method === undefined) return;
    // vscode-jsonrpc passes a single parameter as it is, or in a list of one.
    const result = answers[method]?.(Array.isArray(params) ? params[0] : params) ?? null;
    globalThis.postMessage({ jsonrpc: '2.0', id, result }, '*');
  },
});
