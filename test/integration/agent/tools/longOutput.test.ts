import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createBash } from '../../../../src/agent/tools/shell/bash.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { callTool, toolContext } from '../../../support/toolContext.ts';

const bash = createBash();

test('keeps beginning and end of 100 MB and the whole on disk', async () => {
  const made = toolContext(tempFolder());
  const before = process.memoryUsage().rss;
  const result = await callTool(
    bash,
    {
      command:
        'echo first; yes 0123456789012345678901234567890123456789 | head -c 104857600; echo; echo last',
    },
    made,
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  expect(result.text.length).toBeLessThan(32_000);
  expect(result.text.startsWith('first\n')).toBe(true);
  expect(result.text.endsWith('\nlast')).toBe(true);
  const [, path = ''] = /the whole output is in (\S+) …\]/.exec(result.text) ?? [];
  expect(path.startsWith(`${made.cwd}/cache/vak/outputs/session/`)).toBe(true);
  expect(readFileSync(path).length).toBe(104857600 + 'first\n\nlast\n'.length);
  expect(made.outputs.join('').length).toBeLessThan(400 * 1024);
}, 60_000);
