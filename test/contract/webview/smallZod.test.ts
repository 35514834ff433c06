import { build, stop } from 'esbuild';
import { afterAll, expect, test } from 'vitest';
import { chatRequests, hostNotifications } from '../../../src/protocol/chat.ts';
import { projectRoot } from '../../support/projectRoot.ts';
import { richItems, sampleSnapshot, snapshotOf } from '../../support/webview/sampleChat.ts';

afterAll(stop);

/** The protocol's schemas as the view's bundle has them, evaluated without code generation. */
async function smallSchemas() {
  const built = await build({
    stdin: {
      contents:
        "import { chatRequests, hostNotifications } from './src/protocol/chat.ts'; export { chatRequests, hostNotifications };",
      resolveDir: projectRoot,
    },
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [
      {
        name: 'small-zod',
        setup: (b) =>
          b.onResolve({ filter: /^zod$/ }, () => ({ path: `${projectRoot}/src/webview/bridge/smallZod.ts` })),
      },
    ],
  });
  const code = built.outputFiles[0]?.text ?? '';
  const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  return (await import(url)) as {
    chatRequests: typeof chatRequests;
    hostNotifications: typeof hostNotifications;
  };
}

test('the small zod accepts, completes and refuses what zod does', async () => {
  const small = await smallSchemas();
  expect(Object.keys(small.chatRequests)).toEqual(Object.keys(chatRequests));
  const values: unknown[] = [
    sampleSnapshot,
    snapshotOf(richItems, {}),
    { ...sampleSnapshot, items: [{ kind: 'user', id: 'u', text: 'x', chips: [] }] },
    { ...sampleSnapshot, items: [{ kind: 'user', id: 'u' }] },
    { ...sampleSnapshot, seq: '1' },
    { seq: 1, deltas: [{ op: 'remove', id: 'x' }], state: { phase: 'idle' } },
    { seq: 1, deltas: [{ op: 'other', id: 'x' }], state: {} },
    { text: 'hi', attachments: [{ kind: 'file', path: '/a', label: 'a' }], how: 'steer' },
    { id: 'x', value: true },
    { requestId: 'p', action: 'accept', content: { a: 1 } },
    {},
    null,
    7,
  ];
  for (const method of Object.keys(chatRequests) as (keyof typeof chatRequests)[])
    for (const side of ['params', 'response'] as const)
      for (const value of values)
        expect(outcome(small.chatRequests[method][side], value), method).toEqual(
          outcome(chatRequests[method][side], value),
        );
  for (const method of Object.keys(hostNotifications) as (keyof typeof hostNotifications)[])
    for (const value of values)
      expect(outcome(small.hostNotifications[method], value), method).toEqual(
        outcome(hostNotifications[method], value),
      );
});

function outcome(
  schema: { safeParse(value: unknown): { success: boolean; data?: unknown } },
  value: unknown,
) {
  const { success, data } = schema.safeParse(value);
  return { success, data };
}
