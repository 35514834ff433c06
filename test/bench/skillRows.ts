import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LiveCatalogueStore } from '../../src/agent/catalogue/liveCatalogueStore.ts';
import { createNodeHost } from '../../src/agent/host/node/nodeHost.ts';
import { nullLog } from '../../src/base/log.ts';
import { median, type Row } from './row.ts';

const skills = 2_000;
const rounds = 5;

/** A home with many skills of usual size: read for the first time, and again when nothing changed. */
export async function measureSkills(): Promise<readonly Row[]> {
  const names = [...Array(skills).keys()].map((i) => `skill-${i}`);
  const text = 'A line of a skill that says what to do next.\n'.repeat(40);
  const home = mkdtempSync(path.join(tmpdir(), 'vakil-bench-'));
  mkdirSync(path.join(home, 'project'));
  for (const name of names) {
    const folder = path.join(home, '.claude/skills', name);
    mkdirSync(folder, { recursive: true });
    const head = `---\nname: ${name}\ndescription: Use when ${name} is wanted.\n---\n`;
    writeFileSync(path.join(folder, 'SKILL.md'), head + text);
  }
  const host = createNodeHost({ variables: { HOME: home, PATH: '' } });
  const store = new LiveCatalogueStore({ host, log: nullLog, watch: false });
  try {
    const cold = await timed(async () => {
      const catalogue = await store.get(path.join(home, 'project'));
      if (catalogue.skills.length !== skills) throw new Error(`found ${catalogue.skills.length} skills`);
    });
    const warm: number[] = [];
    for (let i = 0; i < rounds; i++) warm.push(await timed(() => store.reload()));
    return [
      { what: `${skills} skills, cold`, value: cold, unit: 'ms', target: 1000 },
      { what: `${skills} skills, warm`, value: median(warm), unit: 'ms', target: 50 },
    ];
  } finally {
    store.dispose();
    rmSync(home, { recursive: true, force: true });
  }
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}
