/** Terminal sequences: CSI, the string kinds (OSC, DCS, APC, PM, SOS), and two-character escapes. */
const SEQUENCES =
  /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c|$)|\x1b[ -/]*[0-~]?/g;
/** C0 and C1 but tab and line feed, and the invisible tag characters. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]|[\u{e0000}-\u{e007f}]/gu;

/**
 * Text as a person and a model may see it: without terminal sequences and control characters that
 * move the cursor, colour, copy or hide. A lone carriage return becomes a line end, so that it
 * overwrites nothing.
 */
export function stripControlCharacters(text: string): string {
  if (!/[\x00-\x08\x0b-\x1f\x7f-\x9f]|\udb40/.test(text)) return text;
  return text.replace(/\r+\n/g, '\n').replace(SEQUENCES, '').replace(/\r+/g, '\n').replace(CONTROLS, '');
}
