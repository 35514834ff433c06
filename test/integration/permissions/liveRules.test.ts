import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Sandbox, sandbox, startAgent } from '../../support/agentProcess.ts';

interface Question {
  readonly options: readonly { readonly optionId: string; readonly kind: string }[];
}

/** A conversation whose questions are answered with *Always* where it is offered, else with no. */
async function conversation(place: Sandbox) {
  const file = path.join(place.home, 'config/vak/config.toml');
  const peer = startAgent(place);
  const questions: Question[] = [];
  let asked: (() => Promise<unknown>) | undefined;
  peer.handle('session/request_permission', (async (question: Question) => {
    questions.push(question);
    await asked?.();
    const kind = question.options.some((option) => option.kind === 'allow_always')
      ? 'allow_always'
      : 'reject_once';
    const optionId = question.options.find((option) => option.kind === kind)?.optionId ?? '';
    return { outcome: { outcome: 'selected', optionId } };
  }) as never);
  await peer.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
  const { workspace: cwd } = place;
  const { sessionId } = await peer.request<{ sessionId: string }>('session/new', { cwd, mcpServers: [] });
  let told = 0;
  return {
    questions,
    file,
    setRules(toml: string) {
      writeFileSync(file, toml);
      return peer.request('_vak/reload', {});
    },
    setMode: (modeId: string) => peer.request('session/set_mode', { sessionId, modeId }),
    onQuestion(act: () => Promise<unknown>) {
      asked = act;
    },
    /** What the turn added to the talk. */
    async send(...lines: string[]): Promise<string> {
      await peer.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: lines.join('\n') }] });
      const all = peer.text(sessionId);
      const said = all.slice(told);
      told = all.length;
      return said;
    },
  };
}

const place = () => sandbox({ home: { 'config/vak/config.toml': '' } });
const touch = 'call bash {"command":"touch one"}';

test('what Always stores counts at once, and no longer when it is taken out of the file', async () => {
  const talk = await conversation(place());
  expect(await talk.send(touch, touch)).not.toContain('failed');
  expect(talk.questions).toHaveLength(1);
  expect(readFileSync(talk.file, 'utf8')).toContain('Bash(touch one)');
  await talk.setRules('# withdrawn\n');
  await talk.send(touch);
  expect(talk.questions).toHaveLength(2);
}, 30_000);

test('a deny rule that is written while a turn runs counts in it', async () => {
  const talk = await conversation(place());
  await talk.setMode('auto');
  talk.onQuestion(() => talk.setRules('[permissions]\ndeny = ["Bash(touch *)"]\n'));
  const asks = 'call write_file {"path":".vscode/settings.json","content":"{}"}';
  expect(await talk.send(asks, touch)).toContain('Denied: the deny rule Bash(touch *) holds');
}, 30_000);
