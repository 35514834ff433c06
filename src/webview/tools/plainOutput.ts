/** Terminal sequences: CSI, OSC and other strings with their ends, and two-character escapes. */
const ESCAPES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[\s\S]*?(?:\u0007|\u001b\\|\u009c|$)|\u001b[ -/]*[0-~]?/g;
/** All control characters but tab and line feed. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Characters that are not seen but change how text reads: bidirectional controls, zero-width, tags. */
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|\udb40[\udc00-\udc7f]/g;

/**
 * A program's output as plain text: no escape sequences, no control characters, and of a line that was
 * written over by carriage returns what a terminal would show last.
 */
export function plainOutput(text: string): string {
  return text
    .replace(ESCAPES, '')
    .replace(/\r+\n/g, '\n')
    .split('\n')
    .map(lastWritten)
    .join('\n')
    .replace(CONTROLS, '');
}

/** Makes characters visible that would hide or turn round part of a command. */
export function revealHidden(text: string): string {
  return text
    .replace(
      HIDDEN,
      (hidden) => `⟨U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    )
    .replace(
      CONTROLS,
      (control) => `⟨U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
    );
}

/** The last `maxLength` characters of the text, from a line's beginning on, and how much was left out. */
export function tailOf(text: string, maxLength: number): { text: string; cut: number } {
  if (text.length <= maxLength) return { text, cut: 0 };
  const from = text.length - maxLength;
  const line = text.indexOf('\n', from);
  const cut = line >= 0 && line < text.length - 1 ? line + 1 : from;
  return { text: text.slice(cut), cut };
}

function lastWritten(line: string): string {
  if (!line.includes('\r')) return line;
  const written = line.split('\r').filter((part) => part !== '');
  let shown = '';
  for (const part of written) shown = part + shown.slice(part.length);
  return shown;
}
