import path from 'node:path';
import { expect, test } from 'vitest';
import { putAside } from '../../../../src/agent/session/putAside.ts';
import { ContractEntrySchema, type Entry, ResultEntrySchema } from '../../../../src/agent/store/entry.ts';
import { circumstances } from '../../../../src/agent/turn/stages/circumstances.ts';
import { testDeps, testHost } from '../../../support/testTurn.ts';

const base = { id: 'e', at: 0 };
const contract: Entry = ContractEntrySchema.parse({
  ...base,
  type: 'contract',
  version: 1,
  sessionId: 'one',
  forked_from: ['zero'],
  cwd: '/home/me',
  roots: [],
  agent: 'general',
  model: 'rehearsal',
  mode: 'ask',
  tools: [],
  skills: [],
  instructions: [],
  servers: [],
  versions: {},
});
const worked: Entry = ResultEntrySchema.parse({
  ...base,
  type: 'result',
  callId: 'c',
  text: 'done',
  isError: false,
  meta: { worker: { sessionId: 'child', state: 'idle' } },
});

test('what a conversation may read again is its own, its workers’ and what it was forked from', () => {
  const { environment } = testHost('/home/me');
  expect(putAside(environment, 'one', [contract, worked])).toEqual(
    ['one', 'zero', 'child'].map((id) => path.join(environment.cacheHome, 'outputs', id)),
  );
});

test('a call may read again what its own session put aside, and no other session', () => {
  const deps = testDeps({ cwd: '/home/me' });
  const input = { sessionId: 'one', turnId: 't', cwd: '/home/me', roots: [], history: [] };
  const prompt = { from: 'person', content: [] } as const;
  const { readable } = circumstances({ name: 'grep', aliases: [] }, { deps, input: { ...input, prompt } });
  expect(readable).toEqual([path.join(deps.host.environment.cacheHome, 'outputs', 'one')]);
});
