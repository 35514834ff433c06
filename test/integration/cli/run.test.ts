import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Sandbox, sandbox } from '../../support/agentProcess.ts';
import { runCli } from '../../support/runCli.ts';

const KEY = 'sk-test-0123456789abcdef';

function sessionTexts({ home }: Sandbox, ending = '.jsonl'): string {
  const folder = path.join(home, 'data/vak/sessions');
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('');
}

describe('vak run', () => {
  test('writes the answer to stdout and what happens on the way to stderr', async () => {
    const place = sandbox({ workspace: { 'a.txt': 'the file' } });
    const { code, out, error } = await runCli(place, ['run', 'call read_file {"path":"a.txt"}']);
    expect({ code, out }).toEqual({ code: 0, out: 'read_file ok: the file\n' });
    expect(error).toContain('[completed] Read a.txt');
  });

  test('takes the prompt from a pipe', async () => {
    const { code, out } = await runCli(sandbox(), ['run'], { input: 'say one\nsay two' });
    expect({ code, out: out.replace(/\s+/g, ' ') }).toEqual({
      code: 0,
      out: expect.stringMatching(/one ?two/),
    });
  });

  test('denies what would ask, and allows it in a mode that does not', async () => {
    const place = sandbox();
    const prompt = 'call write_file {"path":"new.txt","content":"x"}';
    expect((await runCli(place, ['run', prompt])).out).toContain('write_file failed:');
    expect((await runCli(place, ['run', '--mode', 'auto', prompt])).out).toContain('write_file ok:');
    expect(readFileSync(path.join(place.workspace, 'new.txt'), 'utf8')).toBe('x');
  });

  test.each([
    ['deny = "Bash(touch *)"', /config\.toml:2: "permissions\.deny" is "Bash\(touch \*\)"/],
    ['deny = ["Bash(touch *"]', /config\.toml:2: "Bash\(touch \*" is no rule/],
  ])('says that the rules %s can not be read, and runs nothing in auto', async (rules, told) => {
    const place = sandbox({ home: { 'config/vak/config.toml': `[permissions]\n${rules}\n` } });
    const { out, error } = await runCli(place, [
      'run',
      '--mode',
      'auto',
      'call bash {"command":"touch made"}',
    ]);
    expect(out).toMatch(
      /^bash failed: Denied: it needs an answer \(the rules in .*config\.toml:2 can't be read/,
    );
    expect(error).toMatch(told);
    expect(readdirSync(place.workspace)).toEqual([]);
  });

  test('says that a table of the configuration is not known, and which one is near', async () => {
    const place = sandbox({ home: { 'config/vak/config.toml': '[permission]\ndeny = ["Bash"]\n' } });
    const { error } = await runCli(place, ['run', 'say hi']);
    expect(error).toMatch(/config\.toml:1: The key "permission" is not known here.*"permissions"/);
  });

  test('says which hooks said something, and which did not run', async () => {
    const hook = (match: string, command: string) =>
      `[[hooks]]\nevent = "pre-tool-use"\nmatch = "${match}"\ncommand = "${command}"\n`;
    const place = sandbox({
      workspace: { '.vak/config.toml': hook('Bash(*)', 'true') },
      home: {
        'config/vak/config.toml': [
          hook('Bash(rm *)', 'exit 2'),
          hook('Bash(echo *)', 'true'),
          hook('Bash(echo *)', 'echo no >&2; exit 2'),
        ].join(''),
      },
    });
    const { error } = await runCli(place, ['run', '--mode', 'auto', 'call bash {"command":"echo hi"}']);
    const told = error.split('\n').filter((line) => line.startsWith('[hook]'));
    expect(told).toEqual([
      '[hook] config.toml#PreToolUse[0] untrusted: The folder is not trusted, so nothing of its own counts.',
      '[hook] config.toml#PreToolUse[2] block: no',
    ]);
  });

  test('--json prints one event a line, the end last', async () => {
    const { code, out } = await runCli(sandbox(), ['run', '--json', 'say hi']);
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string });
    expect(code).toBe(0);
    expect(events.find(({ kind }) => kind === 'text')).toMatchObject({ text: 'hi' });
    expect(events.at(-1)).toMatchObject({
      kind: 'end',
      stopReason: 'end_turn',
      sessionId: expect.any(String),
    });
  });

  test.each([
    ['a refusal', ['run', '/skill:nope do it'], {}, 2, /No skill "nope"/],
    ['no prompt', ['run'], {}, 2, /no prompt/i],
    ['an unknown mode', ['run', '--mode', 'yolo', 'hi'], {}, 2, /There is no mode "yolo"/],
    ['an unknown option', ['run', '--yolo', 'hi'], {}, 2, /yolo/],
    ['a provider without a key', ['run', 'hi'], { VAK_MODEL: 'openai/any' }, 1, /OPENAI_API_KEY/],
    ['a model of nobody', ['run', 'hi'], { VAK_MODEL: 'nobody/any' }, 1, /nobody/],
    ['a failing model', ['run', 'fail 401'], {}, 1, /./],
  ])('%s ends with its own exit code and one clear line', async (_, args, env, code, message) => {
    const result = await runCli(sandbox(), args, { env });
    expect(result.code).toBe(code);
    expect(result.out + result.error).toMatch(message);
    expect(result.error).not.toMatch(/^\s+at /m);
  });

  test('keys of providers reach neither a child, the log nor the trace of hooks', async () => {
    const place = sandbox({
      home: { 'config/vak/config.toml': '[[hooks]]\nevent = "post-tool-use"\ncommand = "cat"\n' },
    });
    const env = { ANTHROPIC_API_KEY: KEY, MY_KEY: KEY };
    const shown = await runCli(place, ['run', '--mode', 'auto', 'call bash {"command":"env"}'], { env });
    expect(shown.error).not.toContain('ANTHROPIC_API_KEY');
    expect(sessionTexts(place)).toContain('MY_KEY=[redacted]');
    expect(sessionTexts(place)).not.toContain(KEY);
    expect(sessionTexts(place, '.hooks')).toContain('MY_KEY=[redacted]');
    expect(sessionTexts(place, '.hooks')).not.toContain(KEY);
  });
});

describe('vak sessions', () => {
  test('lists, shows and deletes what was said', async () => {
    const place = sandbox();
    await runCli(place, ['run', 'say hello']);
    const [listed] = JSON.parse((await runCli(place, ['sessions', 'list', '--json'])).out) as {
      id: string;
    }[];
    const id = listed?.id ?? '';
    expect(listed).toMatchObject({ title: 'say hello', cwd: place.workspace });
    expect((await runCli(place, ['sessions', 'show', id])).out).toContain('hello');
    expect((await runCli(place, ['sessions', 'show', id, '--json'])).out).toContain('"type":"contract"');
    expect((await runCli(place, ['sessions', 'delete', id])).code).toBe(0);
    expect((await runCli(place, ['sessions', 'list', '--json'])).out.trim()).toBe('[]');
  });

  test.each([
    ['an unknown id', ['sessions', 'show', 'nothing'], 1, /There is no conversation nothing/],
    ['no id', ['sessions', 'delete'], 2, /which conversation/],
    ['an unknown action', ['sessions', 'burn'], 2, /list, show and delete/],
  ])('%s is one clear line', async (_, args, code, message) => {
    const result = await runCli(sandbox(), args);
    expect(result).toMatchObject({ code, out: '', error: expect.stringMatching(message) });
  });
});

describe('vak', () => {
  test('lists its verbs, each with how it is called', async () => {
    const { code, out } = await runCli(sandbox(), ['--help']);
    expect(code).toBe(0);
    for (const verb of ['acp', 'run', 'sessions']) expect(out).toContain(`vak ${verb}`);
  });

  test('names the nearest verb for one it does not know', async () => {
    const { code, error } = await runCli(sandbox(), ['sesions']);
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining('"vak sessions"') });
  });
});
