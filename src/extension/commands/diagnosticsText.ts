import type { Diagnostic } from '../../protocol/inventory.ts';

/** A line per problem, `path:line:column severity code message`, so that editors make links of them. */
export function diagnosticsText(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ path, line, column, severity, code, message, fix }) => {
      const place = [path, line, line === undefined ? undefined : column]
        .filter((p) => p !== undefined)
        .join(':');
      return `${place} ${severity} ${code} ${message}${fix ? ` ${fix}` : ''}`;
    })
    .join('\n');
}
