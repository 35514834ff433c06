// Measures what `npm run bench` prints. Arguments choose measurements by name; without any, all run.
import { measureActivation, measureBundles } from './bundleRows.ts';
import { measureHooks } from './hookRows.ts';
import { measureMcpCall } from './mcpRows.ts';
import { type Measure, passes, type Row, renderTable } from './row.ts';
import { measureSkills } from './skillRows.ts';
import { measureHangingServers, measureStart } from './startRows.ts';
import { measureStream, measureTurns } from './turnRows.ts';
import { measureWebview } from './webviewRows.ts';

const measures: Readonly<Record<string, Measure>> = {
  start: measureStart,
  servers: measureHangingServers,
  turns: measureTurns,
  stream: measureStream,
  hooks: measureHooks,
  mcp: measureMcpCall,
  skills: measureSkills,
  activation: measureActivation,
  bundles: measureBundles,
  webview: measureWebview,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in measures));
if (unknown.length > 0) {
  console.error(
    `No measurement is called ${unknown.join(', ')}. There are: ${Object.keys(measures).join(', ')}.`,
  );
  process.exit(1);
}

const rows: Row[] = [];
const broken: string[] = [];
for (const [name, measure] of Object.entries(measures)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.error(`measuring ${name} …`);
  try {
    rows.push(...(await measure()));
  } catch (error) {
    broken.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
console.log(renderTable(rows));
for (const each of broken) console.log(`FAILED ${each}`);
const missed = rows.filter((row) => !passes(row)).length;
console.log(
  `${rows.length - missed} of ${rows.length} targets reached${broken.length > 0 ? `, ${broken.length} measurements failed` : ''}`,
);
process.exitCode = broken.length > 0 ? 1 : 0;
