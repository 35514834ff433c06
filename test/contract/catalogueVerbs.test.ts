import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { cliFile, type Sandbox, sandbox, startAgent } from '../support/agentProcess.ts';
import { skillText } from '../support/catalogueWorld.ts';
import { writeTree } from '../support/tempFolder.ts';

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs the command line as it is shipped, in the workspace. */
async function vak(place: Sandbox, ...args: string[]): Promise<Outcome> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [cliFile, ...args], {
      cwd: place.workspace,
      env: place.env,
    });
    return { code: 0, out: stdout, error: stderr };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    return { code: failed.code, out: failed.stdout, error: failed.stderr };
  }
}

const BAD: Record<string, string> = {
  'no-frontmatter': '# Hello\n',
  unclosed: '---\nname: unclosed\n',
  syntax: '---\na:\n\tb: x\n---\n',
  'no-description': '---\nname: no-description\n---\n',
  'bad-name': '---\nname: Bad_Name\ndescription: d\n---\n',
  'too-long': `---\nname: too-long\ndescription: ${'x'.repeat(1025)}\n---\n`,
  script: '---js\n{ name: "script" }\n---\n',
};

describe('vak skills validate', () => {
  test('prints a line for each broken skill with its place, and exits 1', async () => {
    const files = Object.entries(BAD).map(([name, text]) => [`set/${name}/SKILL.md`, text]);
    const place = sandbox({
      workspace: { ...Object.fromEntries(files), 'set/good/SKILL.md': skillText('good') },
    });
    const { code, out } = await vak(place, 'skills', 'validate', 'set');
    const lines = out
      .trim()
      .split('\n')
      .map((line) => line.replace(`${place.workspace}/`, ''));
    expect(code).toBe(1);
    expect(lines.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'set/bad-name/SKILL.md:2:7 error name-invalid',
      'set/no-description/SKILL.md:2:1 error description-missing',
      'set/no-frontmatter/SKILL.md:1:1 error frontmatter-missing',
      'set/script/SKILL.md:1:1 error frontmatter-language',
      'set/syntax/SKILL.md:3:1 error yaml-syntax',
      'set/too-long/SKILL.md:3:14 error description-too-long',
      'set/unclosed/SKILL.md:1:1 error frontmatter-unclosed',
    ]);
    expect(await vak(place, 'skills', 'validate', 'set/good')).toMatchObject({ code: 0, out: '' });
  });

  test('looks at the roots without a path, and takes warnings for no failure', async () => {
    const place = sandbox({
      workspace: { '.vak/skills/a/SKILL.md': skillText('other') },
      home: { '.claude/skills/b/SKILL.md': skillText('b') },
    });
    const { code, out, error } = await vak(place, 'skills', 'validate');
    expect([code, error]).toEqual([0, '2 skills, 0 invalid\n']);
    expect(out).toContain('.vak/skills/a/SKILL.md:2:7 warning name-unlike-folder');
  });
});

describe('the command line on extensions', () => {
  const workspace = {
    '.vak/skills/mine/SKILL.md': skillText('mine'),
    '.agents/skills/mine/SKILL.md': skillText('mine'),
    '.vak/commands/greet.md': 'Greet $ARGUMENTS twice.',
    '.vak/agents/tester.yaml': 'description: Tests.\n',
    '.vak/hooks/h.yaml': 'hooks:\n  Stop:\n    - hooks:\n        - { type: command, command: ./x.sh }\n',
  };

  test('prints no control characters of a project to a terminal', async () => {
    const place = sandbox({
      workspace: {
        '.vak/config.toml':
          '[[hooks]]\nevent = "stop"\ncommand = "touch evil\\u001b[2K\\r  command: true\\u202e\\nx"\n',
        '.vak/hooks/\x1b[8m.yaml': 'hooks: { Stop: [{ hooks: [{ type: command, command: x }] }] }\n',
        '.vak/commands/a.md': '---\ndescription: "d\\e[8m"\n---\nx',
      },
    });
    const trusted = await vak(place, 'trust');
    expect(trusted.out).toContain(
      '\n    command: touch evil‹U+001B›[2K‹U+000D›  command: true‹U+202E›\n      x\n',
    );
    expect(trusted.out).toContain('‹U+001B›[8m.yaml#Stop[0] (approved)');
    const listed = [await vak(place, 'hooks', 'list'), await vak(place, 'commands', 'list')];
    for (const { out } of [trusted, ...listed]) expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });

  test('lists an untrusted project, trusts it, says what may run, and takes it back', async () => {
    const place = sandbox({ workspace });
    const states = async () => {
      const { items } = JSON.parse((await vak(place, 'inventory', '--json')).out) as {
        items: {
          kind: string;
          name: string;
          state: string;
          origin: { scope: string };
          shadowedBy?: string;
        }[];
      };
      return items.filter((i) => i.origin.scope === 'project').map((i) => `${i.kind} ${i.name} ${i.state}`);
    };
    expect((await states()).every((line) => line.endsWith(' untrusted'))).toBe(true);
    expect((await vak(place, 'commands', 'expand', 'greet', 'Ann')).error).toContain(
      'There is no command "greet"',
    );
    const given = await vak(place, 'trust');
    expect(given).toMatchObject({ code: 0, error: '' });
    expect(given.out).toContain('hook h.yaml#Stop[0] (approved)');
    expect(given.out).toContain('command: ./x.sh');
    expect(await states()).toEqual([
      'skill mine active',
      'skill mine shadowed',
      'command greet active',
      'hook h.yaml#Stop[0] active',
      'agent tester active',
    ]);
    expect(await vak(place, 'commands', 'expand', 'greet', 'Ann', '--and', '$&')).toMatchObject({
      code: 0,
      out: 'Greet Ann --and $& twice.\n',
    });
    expect((await vak(place, 'explain', 'skill:mine')).out).toMatch(
      /1\. ✓ project[\s\S]*2\. · \.agents[\s\S]*lost:/,
    );
    expect((await vak(place, 'agents', 'list')).out).toMatch(/^general[\s\S]*tester/);
    expect((await vak(place, 'trust', '--revoke')).out).toContain('is not trusted any more');
    expect((await states()).every((line) => line.endsWith(' untrusted'))).toBe(true);
  });

  test('checks the configuration: exit 1 with file, line, column and remedy', async () => {
    const place = sandbox({ home: { 'config/vak/config.toml': 'max_turn = 3\nmode = "yolo"\n' } });
    const { code, out } = await vak(place, 'config', 'check');
    expect(code).toBe(1);
    const file = path.join(place.home, 'config/vak/config.toml');
    expect(out).toContain(`${file}:2:8 error wrong-value "mode" is "yolo": allowed is "read-only", "ask"`);
    expect(out).toContain(`${file}:1:1 warning unknown-key`);
    expect(out).toContain('Rename it to "max_turns".');
    writeTree(place.home, { 'config/vak/config.toml': 'max_turns = 3\n' });
    expect(await vak(place, 'config', 'check')).toMatchObject({ code: 0, out: '' });
  });

  test('reaches running agents with reload; exit 1 when one keeps what it had', async () => {
    const place = sandbox();
    expect(await vak(place, 'reload')).toMatchObject({ code: 0, out: 'No agent of yours runs now.\n' });
    const peer = startAgent(place);
    await peer.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    await peer.request('session/new', { cwd: place.workspace, mcpServers: [] });
    expect((await vak(place, 'reload')).out).toMatch(/^agent \d+: reloaded\n$/);
    writeTree(place.home, { 'config/vak/hooks/h.yaml': 'hooks: { Nope: [] }\n' });
    const refused = await vak(place, 'reload');
    expect(refused).toMatchObject({
      code: 1,
      out: expect.stringMatching(/kept what it had[\s\S]*There is no event "Nope"/),
    });
  });

  test('ships its documentation as the skill vak', async () => {
    const place = sandbox();
    const { out } = await vak(place, 'skills', 'list', '--json');
    expect(JSON.parse(out)).toMatchObject([{ name: 'vak', state: 'active', origin: { scope: 'builtin' } }]);
  });

  test('answers from its documentation: the skill says where each page is, and the page can be read', async () => {
    const place = sandbox();
    const { out } = await vak(place, 'run', '/skill:vak How do I check my configuration?');
    expect(out).toContain('How do I check my configuration?');
    expect(out).toContain('| configuration.md | Configuration |');
    const [skill] = JSON.parse((await vak(place, 'skills', 'list', '--json')).out) as {
      origin: { path: string };
    }[];
    const page = path.join(path.dirname(skill?.origin.path ?? ''), 'configuration.md');
    const read = await vak(place, 'run', '--json', `call read_file ${JSON.stringify({ path: page })}`);
    expect(read.out).toContain('vak config check');
  });

  test('refuses an unknown skill before anything is sent: exit 2', async () => {
    const place = sandbox();
    const { code, out } = await vak(place, 'run', '/skill:vakk what now');
    expect([code, out.trim()]).toEqual([2, 'No skill "vakk". Near names: vak.']);
  });
});
