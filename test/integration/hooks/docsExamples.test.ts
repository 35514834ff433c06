import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/projectRoot.ts';
import { talk } from './talk.ts';

const page = readFileSync(path.join(projectRoot, 'docs/hooks.md'), 'utf8');

/** The TOML below a heading of the page. */
function example(title: string): string {
  const section = page.split(`### ${title}\n`)[1] ?? '';
  return /```toml\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
}

describe('an example of the documentation', () => {
  it('guards a command', async () => {
    const { say, text } = await talk(example('Guard a command'));
    await say('call bash {"command":"git push origin main"}');
    expect(text()).toBe('bash failed: Pushing is up to a person here.');
  });

  it('formats after an edit', async () => {
    const { say, file } = await talk(example('Format after an edit'));
    await say('call write_file {"path":"a.txt","content":"one  \\ntwo\\t\\n"}');
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  it('tells the model what it needs to know', async () => {
    const { say, text } = await talk(example('Tell the model what it needs to know'));
    await say('What do you know?');
    expect(text()).toContain('Context from a hook: SessionStart');
    expect(text()).toMatch(/\nThe branch is \w+\./);
  });

  it('lets a turn end only when the tests pass', async () => {
    const { say, text, file } = await talk(example('Let a turn end only when the tests pass'));
    writeFileSync(file('run-tests'), '#!/bin/bash\n[ -f repaired ] || { touch repaired; exit 1; }\n');
    chmodSync(file('run-tests'), 0o755);
    expect(await say('say done')).toBe('end_turn');
    expect(existsSync(file('repaired'))).toBe(true);
    expect(text()).toContain('The tests fail. Repair them first.');
  });

  it('rewrites a command', async () => {
    const { say, runs } = await talk(example('Rewrite a command'));
    await say('call bash {"command":"npm install left-pad --offline --dry-run"}');
    expect(runs()[0]?.rewrite?.after).toEqual({
      command: 'npm install left-pad --offline --dry-run --ignore-scripts',
    });
  });

  it('lets a person be told', async () => {
    const { say, runs, place } = await talk(example('Be told'));
    await say('say done');
    expect(runs()[0]?.systemMessage).toBe('Noted in vak-turns.log.');
    expect(readFileSync(path.join(place.home, 'vak-turns.log'), 'utf8')).toMatch(/^\d\d:\d\d done\n$/);
  });
});
