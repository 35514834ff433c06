import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Message } from '../support/acpPeer.ts';
import { problemsWith } from '../support/acpSchema.ts';
import { cliFile, type Sandbox, sandbox } from '../support/agentProcess.ts';
import { projectRoot } from '../support/projectRoot.ts';

const acpx = path.join(projectRoot, 'node_modules/acpx/dist/cli.js');
const write = 'call write_file {"path":"made.txt","content":"by a foreign client\\n"}';

describe('acpx as the client', () => {
  test('runs a turn and grants its permission', async () => {
    const place = sandbox();
    const { code, messages } = await runAcpx(place, ['--approve-all'], write);
    expect(code).toBe(0);
    expect(methodsOf(messages)).toEqual(
      expect.arrayContaining(['session/request_permission', 'session/update']),
    );
    expect(stopReason(messages)).toBe('end_turn');
    expect(readFileSync(path.join(place.workspace, 'made.txt'), 'utf8')).toBe('by a foreign client\n');
  });

  test('refuses the permission, and the turn goes on to its end', async () => {
    const place = sandbox();
    const { messages } = await runAcpx(place, ['--deny-all'], write);
    expect(stopReason(messages)).toBe('end_turn');
    expect(existsSync(path.join(place.workspace, 'made.txt'))).toBe(false);
    expect(JSON.stringify(messages.map((each) => each.params))).toContain('"status":"failed"');
  });

  test('gets only updates that fit the protocol', async () => {
    const { messages } = await runAcpx(sandbox(), ['--approve-all'], write);
    const updates = messages.filter((each) => each.method === 'session/update');
    expect(updates.length).toBeGreaterThan(3);
    const problems = updates.flatMap((each) =>
      problemsWith('client', 'session/update', 'Notification', each.params),
    );
    expect(problems).toEqual([]);
  });
});

interface Run {
  readonly code: number | null;
  readonly messages: readonly Message[];
}

/** One prompt through acpx; its output is every message of the connection, both ways. */
function runAcpx(place: Sandbox, flags: readonly string[], prompt: string): Promise<Run> {
  const agent = `${process.execPath} ${cliFile} acp`;
  const format = ['--format', 'json', '--json-strict'];
  const child = spawn(
    process.execPath,
    [acpx, '--agent', agent, '--cwd', place.workspace, ...flags, ...format, 'exec', prompt],
    { cwd: place.workspace, env: { ...place.env }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output: string[] = [];
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const lines = output
        .join('')
        .split('\n')
        .filter((line) => line !== '');
      resolve({ code, messages: lines.map((line) => JSON.parse(line) as Message) });
    });
  });
}

function methodsOf(messages: readonly Message[]): readonly string[] {
  return [...new Set(messages.flatMap((each) => each.method ?? []))];
}

function stopReason(messages: readonly Message[]): string | undefined {
  const results = messages.map((each) => each.result as { stopReason?: string } | undefined);
  return results.findLast((result) => result?.stopReason !== undefined)?.stopReason;
}
