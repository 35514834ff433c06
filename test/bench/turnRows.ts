import { benchPlace, startEcho, startOurs } from './agents.ts';
import type { BenchClient } from './client.ts';
import { median, type Row, ratioRow } from './row.ts';

const turns = 21;

/** A plain turn and a turn with one read, with a model that answers at once. */
export async function measureTurns(): Promise<readonly Row[]> {
  return withAgent(startOurs, async (client, sessionId) => {
    // The first turns load what later ones have.
    for (let i = 0; i < 3; i++) await client.turn(sessionId, 'call read_file {"path":"README.md"}');
    const plain = [];
    const tool = [];
    for (let i = 0; i < turns; i++) {
      plain.push(await client.turn(sessionId, 'say hello'));
      tool.push(await client.turn(sessionId, 'call read_file {"path":"README.md"}'));
    }
    return [
      {
        what: 'plain turn: first update',
        value: median(plain.map((each) => each.firstMs)),
        unit: 'ms',
        target: 10,
      },
      { what: 'plain turn: end', value: median(plain.map((each) => each.endMs)), unit: 'ms', target: 12 },
      { what: 'tool turn: end', value: median(tool.map((each) => each.endMs)), unit: 'ms', target: 22 },
    ];
  });
}

const chunks = 10_000;
const streams = 9;

/** A long stream from the agent to the client, against the SDK's own echo; turn by turn, so that both meet the same noise. */
export async function measureStream(): Promise<readonly Row[]> {
  const ours: number[] = [];
  const echo: number[] = [];
  await withAgent(startOurs, (ourClient, ourSession) =>
    withAgent(startEcho, async (echoClient, echoSession) => {
      for (let round = 0; round < streams; round++) {
        echo.push(await streamMs(echoClient, echoSession));
        ours.push(await streamMs(ourClient, ourSession));
      }
    }),
  );
  // The first rounds compile.
  return [ratioRow(`stream of ${chunks} chunks`, median(ours.slice(2)), median(echo.slice(2)), 'ms', 1.3)];
}

async function streamMs(client: BenchClient, sessionId: string): Promise<number> {
  const { endMs, updates } = await client.turn(sessionId, `stream ${chunks} word`);
  if (updates < chunks) throw new Error(`${updates} updates came, not ${chunks}`);
  return endMs;
}

async function withAgent<T>(
  start: typeof startOurs,
  act: (client: BenchClient, sessionId: string) => Promise<T>,
): Promise<T> {
  const place = benchPlace();
  const client = start(place);
  try {
    await client.initialize();
    return await act(client, await client.open(place.workspace));
  } finally {
    await client.close();
    place.dispose();
  }
}
