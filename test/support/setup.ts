import { afterAll } from 'vitest';
import { childrenOf, commandLine, eventually, processIds } from './processes.ts';

/**
 * Runs before every test file: no test sees the person's home, keys or settings, and no test file
 * leaves a child process behind.
 */
process.env['HOME'] = '/home/me';
process.env['USERPROFILE'] = '/home/me';
for (const name of Object.keys(process.env))
  if (/^(XDG_|VAK_|ANTHROPIC_|OPENAI_|GEMINI_|GOOGLE_)|_API_KEY$|_TOKEN$/.test(name))
    delete process.env[name];

const before = processIds();

afterAll(async () => {
  const gone = await eventually(() => childrenOf(process.pid, before).length === 0, 3_000);
  if (gone) return;
  const left = childrenOf(process.pid, before).map((pid) => `${pid} ${commandLine(pid)}`);
  throw new Error(`this test file left processes behind:\n${left.join('\n')}`);
});
