#!/usr/bin/env node
// `dist/cli.mjs`. Nothing is imported before the version is known: an older Node could not read the rest.
import process from 'node:process';

const OLDEST_NODE = 22;

if (Number(process.versions.node.split('.', 1)[0]) < OLDEST_NODE) {
  console.error(`vak needs Node ${OLDEST_NODE} or newer; this is ${process.version}.`);
  process.exitCode = 1;
} else {
  const { runCommandLine } = await import('./runCommandLine.ts');
  await runCommandLine(process.argv.slice(2));
}
