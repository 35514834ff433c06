import type { Diagnostic } from '../../protocol/inventory.ts';
import type { Command } from '../inventory/catalogue.ts';
import { type ListDeps, type ListedFile, listFiles } from '../inventory/listFiles.ts';
import { counted, type Found, type Loaded, labelOf, lookedAt, originIn } from '../inventory/loaded.ts';
import type { Root } from '../inventory/roots.ts';
import { COMMAND_NAME_RULE, isCommandName, readCommand } from './readCommand.ts';

/** All custom commands of one root (C1, C2), by file name. */
export async function loadCommands(root: Root, deps: ListDeps): Promise<Loaded<Command>> {
  const listing = await listFiles(root.path, ['.md'], deps);
  const diagnostics: Diagnostic[] = [...listing.diagnostics];
  if (!listing.present)
    return { found: [], diagnostics, looked: lookedAt(root, 'command', 'There is no such folder.') };
  const found = listing.files.map((file) => loadOne(file, root, diagnostics));
  return {
    found,
    diagnostics,
    looked: lookedAt(root, 'command', `${counted(found.length, 'command')} here.`),
  };
}

function loadOne(file: ListedFile, root: Root, diagnostics: Diagnostic[]): Found<Command> {
  const label = labelOf(root);
  const broken = (reason: string, line: number | undefined, description = ''): Found<Command> => ({
    kind: 'command',
    name: file.stem,
    label,
    description,
    origin: originIn(root, file.path, line),
    state: 'error',
    reason,
  });
  const fail = (code: string, message: string, fix?: string) => {
    diagnostics.push({
      severity: 'error',
      code,
      message,
      path: file.path,
      line: 1,
      column: 1,
      ...(fix && { fix }),
    });
    return broken(message, 1);
  };
  if (file.text === undefined) return fail('unreadable', file.problem ?? 'The file can’t be read.');
  if (!isCommandName(file.stem))
    return fail(
      'name-invalid',
      `"${file.stem}" can't be a command's name: ${COMMAND_NAME_RULE}.`,
      'Rename the file.',
    );
  const reading = readCommand(file.text);
  diagnostics.push(...reading.problems.map((p) => ({ ...p, path: file.path })));
  const error = reading.problems.find((p) => p.severity === 'error');
  if (error) return broken(error.message, error.line, reading.description);
  const origin = originIn(root, file.path);
  const { description, argumentHint, template } = reading;
  return {
    kind: 'command',
    name: file.stem,
    label,
    description,
    origin,
    state: 'active',
    value: {
      name: file.stem,
      description,
      ...(argumentHint !== undefined && { argumentHint }),
      template,
      source: label,
      origin,
    },
  };
}
