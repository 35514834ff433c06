import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHooks } from '../../../src/agent/hooks/createHooks.ts';
import { createMatchRule } from '../../../src/agent/hooks/matchRule.ts';
import type { Files } from '../../../src/agent/host/host.ts';
import { createNodeHost } from '../../../src/agent/host/node/nodeHost.ts';
import { hookContent } from '../../../src/agent/inventory/codeContent.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { hook } from '../../unit/agent/hooks/hooksUnderTest.ts';
import { bashCall, notCancelled } from './realHooks.ts';

const GOOD = '#!/bin/sh\necho good >&2; exit 2\n';
const OTHER = '#!/bin/sh\ntouch "$(dirname "$0")/ran"; touch ran\n';

/** A call under an approved script, which another process swaps between the comparison and the copy. */
async function callWith(swapped: string | undefined) {
  const folder = tempFolder({ 'work/.vak/hooks/guard.sh': GOOD, 'work/other.sh': OTHER });
  const cwd = path.join(folder, 'work');
  const script = path.join(cwd, '.vak/hooks/guard.sh');
  chmodSync(script, 0o755);
  const host = createNodeHost({ variables: { PATH: process.env['PATH'] ?? '', HOME: folder } });
  const origin = { scope: 'project', path: path.join(cwd, '.vak/hooks/h.yaml') } as const;
  const plain = hook({ form: 'yaml', script, args: ['other.sh'], failure: 'closed', origin });
  const { command: _, ...definition } = plain;
  const approved = await hookContent(definition, { files: host.files, home: folder, cwd });
  // What is compared is read in pieces, what is copied whole.
  const read: Files['read'] = async (file, range) =>
    file === script && range === undefined && swapped !== undefined
      ? new TextEncoder().encode(swapped)
      : host.files.read(file, range);
  const files = new Proxy(host.files, {
    get: (target, key) => (key === 'read' ? read : Reflect.get(target, key).bind(target)),
  });
  const hooks = createHooks({
    definitions: [{ ...definition, approvedContent: approved.text }],
    home: { ...host, files },
    executor: host,
    matchRule: createMatchRule(folder),
  });
  const { blocked } = await hooks.run(bashCall(cwd, 'git push'), notCancelled);
  return { reason: blocked?.reason, ran: existsSync(path.join(cwd, 'ran')) };
}

test('an approved script runs', async () => {
  expect(await callWith(undefined)).toEqual({ reason: 'good', ran: false });
});

test.each([
  ['another text', '#!/bin/sh\ntouch ran\n'],
  ['the text of another file that was approved', OTHER],
])('one that is swapped for %s after it was compared does not run', async (_, text) => {
  const { reason, ran } = await callWith(text);
  expect({ reason, ran }).toEqual({
    reason: expect.stringMatching(/failed: could not start: it changed since it was approved/),
    ran: false,
  });
});
