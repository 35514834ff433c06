/** Variables of a `.env` file: `NAME=value` lines, `export` allowed, quotes taken off, `\n` written out in double quotes. */
export function readEnvFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  const pattern =
    /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|'[^']*'|(?:[^\n\r#]|(?<=\S)#)*)/gm;
  for (const [, name, value] of text.replace(/^\uFEFF/, '').matchAll(pattern))
    if (name !== undefined) variables[name] = unquote((value ?? '').trim());
  return variables;
}

function unquote(value: string): string {
  if (value.startsWith('"') && value.endsWith('"') && value.length > 1)
    return value
      .slice(1, -1)
      .replace(/\\(.)/gs, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char));
  return value.startsWith("'") && value.endsWith("'") && value.length > 1 ? value.slice(1, -1) : value;
}
