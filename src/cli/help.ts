/** What `vak --help` prints about these verbs. */
export function helpText(
  verbs: Readonly<Record<string, { readonly usage: readonly string[]; readonly summary: string }>>,
): string {
  const lines = Object.values(verbs).flatMap(({ usage, summary }) => [
    ...usage.map((line) => `  vak ${line}`),
    `      ${summary}`,
  ]);
  return ['Usage:', ...lines, ''].join('\n');
}
