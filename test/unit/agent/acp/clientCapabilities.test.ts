import { expect, test } from 'vitest';
import { readClientCapabilities } from '../../../../src/agent/acp/clientCapabilities.ts';

const NONE = {
  readTextFile: false,
  writeTextFile: false,
  notices: false,
  compaction: false,
  subagents: false,
  terminalOutput: false,
  elicitation: { form: false, url: false },
  vak: undefined,
};

test.each([
  ['nothing said', undefined],
  ['no capabilities', { protocolVersion: 1 }],
  ['null', { clientCapabilities: null }],
  ['values of the wrong kind', { clientCapabilities: { fs: 7, session: 'x', _meta: [], subagents: true } }],
  ['elicitation without a mode', { clientCapabilities: { elicitation: {} } }],
  ['markers that are no objects', { clientCapabilities: { session: { notices: null, compaction: false } } }],
])('%s means nothing can be done', (_, params) => {
  expect(readClientCapabilities(params)).toEqual(NONE);
});

test('each capability counts by itself', () => {
  const clientCapabilities = {
    fs: { readTextFile: true, writeTextFile: 'yes' },
    session: { notices: {}, compaction: {} },
    subagents: {},
    elicitation: { form: {} },
    _meta: { terminal_output: true },
  };
  expect(readClientCapabilities({ clientCapabilities })).toEqual({
    ...NONE,
    readTextFile: true,
    notices: true,
    compaction: true,
    subagents: true,
    terminalOutput: true,
    elicitation: { form: true, url: false },
  });
});

test('our own extension says what it can do for the agent', () => {
  const clientCapabilities = { _meta: { vak: { documents: true, trust: true, later: 1 } } };
  expect(readClientCapabilities({ clientCapabilities }).vak).toEqual({
    documents: true,
    trust: true,
    editorModels: false,
    openUrl: false,
    secrets: false,
  });
});
