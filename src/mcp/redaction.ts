/** Takes values that must not be shown out of a text. */
export type Redact = (text: string) => string;

const SECRET_KEY = /TOKEN|KEY|SECRET|PASS/i;
const LONG = 8;
const SHORT = 4;

/**
 * Redacts what a definition sets in `env` and `headers` (M17): values of 8 or more characters, of 4 or
 * more under a key that speaks of a secret; never plain numbers, booleans or paths of the workspace.
 * Also as they look inside JSON, in a URL, and in base64.
 */
export function redactor(values: Readonly<Record<string, string>>, openPaths: readonly string[]): Redact {
  const secrets = new Map<string, string>();
  for (const [key, value] of Object.entries(values))
    for (const part of [value.trim(), ...schemeless(value)])
      if (isSecret(key, part, openPaths)) for (const form of formsOf(part)) secrets.set(form, key);
  if (secrets.size === 0) return (text) => text;
  const longestFirst = [...secrets.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(quotePattern).join('|'), 'g');
  return (text) => text.replace(pattern, (found) => `[redacted ${secrets.get(found) ?? ''}]`);
}

/** `Bearer abc` holds a secret that also turns up without the word before it. */
function schemeless(value: string): string[] {
  const match = /^(?:Bearer|Basic|Token|Digest)\s+(\S.*)$/i.exec(value.trim());
  return match?.[1] ? [match[1]] : [];
}

function isSecret(key: string, value: string, openPaths: readonly string[]): boolean {
  if (/^[\d.,+-]*$/.test(value) || /^(true|false|yes|no|on|off)$/i.test(value)) return false;
  if (
    openPaths.some((path) => value === path || value.startsWith(`${path}/`) || path.startsWith(`${value}/`))
  )
    return false;
  return value.length >= (SECRET_KEY.test(key) ? SHORT : LONG);
}

function formsOf(value: string): string[] {
  const forms = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
  // Base64 of a short text turns up by chance.
  if (value.length >= LONG) {
    const bytes = Buffer.from(value, 'utf8');
    forms.push(
      bytes.toString('base64'),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
    );
  }
  return forms;
}

function quotePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

/** Redacts every string in a value that JSON can carry. */
export function redactJson(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactJson(item, redact)]));
}
