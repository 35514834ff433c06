import { showUnseen } from '../base/unseenText.ts';
import type { Diagnostic, InventoryItem } from '../protocol/inventory.ts';
import type { Terminal } from './verb.ts';

/** One problem as a line: `path:line:column severity code message`. */
export function diagnosticLine({ path, line, column, severity, code, message }: Diagnostic): string {
  return `${showUnseen(`${path}:${line ?? 1}:${column ?? 1} ${severity} ${code} ${message}`)}\n`;
}

/** Items as columns, what does not count with its reason. */
export function printItems(items: readonly InventoryItem[], terminal: Terminal): void {
  const width = Math.min(40, Math.max(4, ...items.map((i) => i.name.length)));
  const labels = Math.min(24, Math.max(4, ...items.map((i) => i.label.length)));
  for (const { name, label, state, description, reason, origin } of items) {
    const text = state === 'active' ? description.trim() : (reason ?? '');
    const short = [...text].length > 100 ? `${[...text].slice(0, 99).join('')}…` : text;
    const line = `${name.padEnd(width)}  ${state.padEnd(9)}  ${label.padEnd(labels)}  ${short || origin.path}`;
    terminal.out(`${showUnseen(line)}\n`);
  }
}

/** Items in the form that was asked for. */
export function showItems(items: readonly InventoryItem[], json: boolean, terminal: Terminal): void {
  if (json) printJson(items, terminal);
  else printItems(items, terminal);
}

export function printJson(value: unknown, terminal: Terminal): void {
  terminal.out(`${JSON.stringify(value, undefined, 2)}\n`);
}
