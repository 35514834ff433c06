import { type Document, isMap, isSeq, parseDocument } from 'yaml';
import { ExpectedError } from '../../base/errors.ts';
import type { ValuePath } from './structuredText.ts';

/** Changes a YAML text through its document, so that comments, order and the rest stay as they are. */
function edit(raw: string, act: (document: Document) => void): string {
  const bom = raw.startsWith('\ufeff');
  const document = parseDocument(bom ? raw.slice(1) : raw);
  if (document.errors.length > 0)
    throw new ExpectedError(
      'yaml-syntax',
      `The file can't be changed while it is no valid YAML: ${document.errors[0]?.message ?? ''}`,
    );
  act(document);
  const text = document.toString({ lineWidth: 0 });
  return (bom ? '\ufeff' : '') + (raw.includes('\r\n') ? text.replace(/\n/g, '\r\n') : text);
}

/** Sets the value at a path. */
export function setYamlValue(raw: string, path: ValuePath, value: unknown): string {
  return edit(raw, (document) => document.setIn(path, value));
}

/** Puts a text into the list at a path, or takes it out; makes the list when it is not there. */
export function changeYamlList(raw: string, path: ValuePath, value: string, present: boolean): string {
  return edit(raw, (document) => {
    if (document.contents === null) document.contents = document.createNode({});
    if (!isMap(document.contents)) throw new ExpectedError('yaml-syntax', 'The file holds no table of keys.');
    const list = document.getIn(path);
    const values = isSeq(list) ? (list.toJSON() as unknown[]) : [];
    const at = values.indexOf(value);
    if (present && at === -1) {
      if (isSeq(list)) document.addIn(path, value);
      else document.setIn(path, document.createNode([value]));
    } else if (!present && at !== -1) document.deleteIn([...path, at]);
  });
}
