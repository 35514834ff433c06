import { describeTrial } from '../agent/hooks/describeTrial.ts';
import { recordedCall } from '../agent/hooks/recordedCall.ts';
import { type HookTrial, tryHooks } from '../agent/hooks/tryHooks.ts';
import { createLocalHost } from '../agent/localHost.ts';
import { SessionStore } from '../agent/store/sessionStore.ts';
import { createBuiltinTools } from '../agent/tools/builtinTools.ts';
import { ExpectedError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { listKind } from './listKind.ts';
import { withCatalogues } from './openCatalogues.ts';
import { printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Terminal, Verb } from './verb.ts';

/** Hooks: those that were found, or what they would say to an event. */
export const hooks: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, {
    json: { type: 'boolean', default: false },
    tool: { type: 'string' },
    input: { type: 'string' },
    hook: { type: 'string' },
    recorded: { type: 'string' },
  });
  const [action = 'list', event] = positionals;
  switch (action) {
    case 'list':
      return listKind('hook', values.json, terminal);
    case 'test': {
      if (event === undefined) throw new ExpectedError('usage', 'Say which event: vak hooks test EVENT');
      const { tool, hook, recorded } = values;
      const given =
        recorded === undefined ? { input: readInput(values.input) } : await readRecorded(recorded);
      return test({ cwd: terminal.cwd, event, hook, ...given, ...(tool && { tool }) }, terminal, values.json);
    }
    default:
      throw new ExpectedError('usage', `"hooks ${action}" is not known; there are list and test.`);
  }
};

async function test(trial: HookTrial, terminal: Terminal, json: boolean): Promise<number> {
  const catalogue = await withCatalogues((catalogues) => catalogues.get(terminal.cwd));
  const deps = { catalogue, host: createLocalHost(), tools: createBuiltinTools() };
  const tried = await tryHooks(trial, deps, terminal.signal);
  if (json) printJson(tried, terminal);
  else terminal.out(describeTrial(tried, trial.event));
  return 0;
}

function readInput(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  throw new ExpectedError('usage', `--input is no JSON: ${parsed.reason}`);
}

/** `SESSION:ENTRY`: a call of a stored conversation, by its entry or its call id. */
async function readRecorded(place: string): Promise<Pick<HookTrial, 'tool' | 'input' | 'response'>> {
  const colon = place.indexOf(':');
  if (colon < 0) throw new ExpectedError('usage', 'Write --recorded SESSION:ENTRY.');
  const { entries } = await new SessionStore({ host: createLocalHost() }).load(place.slice(0, colon));
  return recordedCall(entries, place.slice(colon + 1));
}
