import { readFileSync } from 'node:fs';
import { type BenchPlace, benchPlace, startBare, startOurs } from './agents.ts';
import type { BenchClient } from './client.ts';
import { median, type Row, ratioRow } from './row.ts';

const rounds = 9;

/** Start to the answer of `initialize`, and memory after `session/new`, against the bare agent. */
export async function measureStart(): Promise<readonly Row[]> {
  const place = benchPlace();
  try {
    const ours: Sample[] = [];
    const bare: Sample[] = [];
    // The first round fills the system's caches, and the compile cache of ours.
    for (let round = 0; round <= rounds; round++) {
      const samples = [await sample(startBare, place), await sample(startOurs, place)] as const;
      if (round === 0) continue;
      bare.push(samples[0]);
      ours.push(samples[1]);
    }
    const of = (samples: readonly Sample[], field: keyof Sample) =>
      median(samples.map((each) => each[field]));
    return [
      ratioRow('start to `initialize`', of(ours, 'startMs'), of(bare, 'startMs'), 'ms', 3),
      ratioRow('memory after `session/new`', of(ours, 'memoryMib'), of(bare, 'memoryMib'), 'MiB', 2.2),
    ];
  } finally {
    place.dispose();
  }
}

const hanging = 20;

/** What twenty configured servers that never answer add to `session/new`. */
export async function measureHangingServers(): Promise<readonly Row[]> {
  const servers = Array.from({ length: hanging }, (_, i) => [
    `config/vak/mcp_servers/s${i}.yaml`,
    `id: s${i}\ncommand: sleep\nargs: ["600"]\n`,
  ]);
  const without = benchPlace();
  const withThem = benchPlace(Object.fromEntries(servers));
  try {
    const times = { without: [] as number[], withThem: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      times.without.push(await newSessionMs(without));
      times.withThem.push(await newSessionMs(withThem));
    }
    const [a, b] = [median(times.withThem), median(times.without)];
    const from = `${a.toFixed(1)} ms − ${b.toFixed(1)} ms`;
    return [
      { what: `\`session/new\` with ${hanging} hanging servers`, value: a - b, unit: 'ms', target: 20, from },
    ];
  } finally {
    without.dispose();
    withThem.dispose();
  }
}

interface Sample {
  readonly startMs: number;
  readonly memoryMib: number;
}

async function sample(start: (place: BenchPlace) => BenchClient, place: BenchPlace): Promise<Sample> {
  const client = start(place);
  const { atMs } = await client.initialize();
  await client.open(place.workspace);
  const memoryMib = residentMib(client.pid);
  await client.close();
  return { startMs: atMs - client.startedAtMs, memoryMib };
}

async function newSessionMs(place: BenchPlace): Promise<number> {
  const client = startOurs(place);
  await client.initialize();
  const begin = performance.now();
  await client.open(place.workspace);
  const took = performance.now() - begin;
  await client.close();
  return took;
}

function residentMib(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
