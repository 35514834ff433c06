/** What a script of sed does beside changing lines. */
export interface SedScript {
  /** Whether it runs a text, which may be put together from what it reads. */
  readonly runs: boolean;
  /** The files that it reads and writes. */
  readonly files: readonly string[];
}

/**
 * Reads a script of sed, in which an expansion counts as plain text. There are two ways to find where a pattern
 * ends: newer seds look past brackets, older ones don't, so what either finds is told. Undefined when it is no
 * script in either.
 */
export function readSedScript(text: string): SedScript | undefined {
  const readings = [PAST_BRACKETS, TO_NEXT].flatMap((command) => readBy(command, text) ?? []);
  if (readings.length === 0) return undefined;
  return {
    runs: readings.some(({ runs }) => runs),
    files: [...new Set(readings.flatMap(({ files }) => files))],
  };
}

/** One command of a script, with what separates it from the next, by how a pattern goes on to its `end`. */
function commandBy(pattern: (end: string) => string): RegExp {
  const address = (mark: string) =>
    String.raw`(?:[\d\u0001]+(?:~\d+)?|\$|(?:/${pattern('/')}/|\\(?<${mark}>[ -\[\]-~])${pattern(String.raw`\k<${mark}>`)}\k<${mark}>)[IM\s]*)`;
  const part = (mark: string) => String.raw`(?:\\[\s\S]|(?!\k<${mark}>)[^\\\n])*\k<${mark}>`;
  const substitute = String.raw`s(?<s>[\t -\[\]-~])${pattern(String.raw`\k<s>`)}\k<s>${part('s')}(?<flags>[gpiIMme\d \t]*?)(?:w[ \t]*(?<written>[^\n]*))?`;
  const translate = String.raw`y(?<y>[\t -\[\]-~])${part('y')}${part('y')}`;
  const text = String.raw`[aic](?!\s*\\[ \t]+\n)(?:\\[\s\S]|[^\\\n])*`;
  const file = String.raw`[rRwW][ \t]*(?<file>[^\n]*)`;
  const other = String.raw`[:btT][ \t]*[\w\u0001.-]*|[qQlL][ \t]*[\d\u0001]*|[pPdDgGhHnNxzF=}]|(?<runs>e)[^\n]*`;
  return new RegExp(
    String.raw`[\s;]*(?:#[^\n]*|(?:${address('from')}(?:\s*,\s*[+~]?${address('to')})?\s*!?\s*)?(?:\{|(?:${substitute}|${translate}|${text}|${file}|${other})[ \t]*(?=[;\n}#]|$)))`,
    'y',
  );
}

const TO_NEXT = commandBy((end) => String.raw`(?:\\[^\n]|(?!${end})[^\\\n])*`);
const PAST_BRACKETS = commandBy((end) => {
  const inside = String.raw`\[:[a-z]*:\]|\[\.(?:(?!\.\])[^\n])*\.\]|\[=(?:(?!=\])[^\n])*=\]|(?!\[[:.=])[^\]\n]`;
  const brackets = String.raw`\[(?:\^\]|\]|\^(?!\])|(?![\]^]))(?:${inside})*\]`;
  return String.raw`(?:\\[^\n]|(?!${end})(?:[^\\\n[]|${brackets}))*`;
});

function readBy(command: RegExp, text: string): SedScript | undefined {
  let runs = false;
  const files: string[] = [];
  for (let at = 0; /[^\s;]/.test(text.slice(at)); at = command.lastIndex) {
    command.lastIndex = at;
    const found = command.exec(text)?.groups;
    if (!found) return undefined;
    runs ||= found.runs !== undefined || (found.flags ?? '').includes('e');
    const file = found.file ?? found.written ?? '';
    if (file !== '' && !/^\/dev\/std(?:in|out|err)$/.test(file)) files.push(file);
  }
  return { runs, files };
}
