/** How a text is stored, so that a change writes it back the same way. */
export interface TextFormat {
  /** `latin1` stands for any single-byte encoding: bytes that are no UTF-8 come back as they were. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin1';
  readonly mark: boolean;
}

export const UTF8: TextFormat = { encoding: 'utf-8', mark: false };

/** Bytes looked at to tell text from binary. */
const PROBE_BYTES = 8192;

/** The text of a file and how it is stored; undefined when it is no text. */
export function decodeText(bytes: Uint8Array): { text: string; format: TextFormat } | undefined {
  const format = detectFormat(bytes);
  if (!format) return undefined;
  const mark = format.mark ? (format.encoding === 'utf-8' ? 3 : 2) : 0;
  const body = bytes.subarray(mark);
  if (format.encoding === 'latin1') return { text: Buffer.from(body).toString('latin1'), format };
  const text = new TextDecoder(format.encoding, { ignoreBOM: true }).decode(body);
  // Half a surrogate pair would not come back as it was.
  if (format.encoding !== 'utf-8' && !text.isWellFormed()) return undefined;
  if (format.encoding !== 'utf-8' && text.includes('\ufffd') && !sameBytes(text, bytes, format))
    return undefined;
  return { text, format };
}

function sameBytes(text: string, bytes: Uint8Array, format: TextFormat): boolean {
  const again = encodeText(text, format);
  return again !== undefined && Buffer.compare(again, bytes) === 0;
}

/** The bytes of a text in a format; undefined when the format has no place for one of its characters. */
export function encodeText(text: string, format: TextFormat): Uint8Array | undefined {
  switch (format.encoding) {
    case 'utf-8':
      return Buffer.from(format.mark ? `\ufeff${text}` : text, 'utf8');
    case 'latin1':
      return [...text].every((character) => (character.codePointAt(0) ?? 0) <= 0xff)
        ? Buffer.from(text, 'latin1')
        : undefined;
    case 'utf-16le':
      return Buffer.from(format.mark ? `\ufeff${text}` : text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(format.mark ? `\ufeff${text}` : text, 'utf16le').swap16();
  }
}

function detectFormat(bytes: Uint8Array): TextFormat | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', mark: true };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return wide(bytes, { encoding: 'utf-16le', mark: true });
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return wide(bytes, { encoding: 'utf-16be', mark: true });
  const probe = bytes.subarray(0, PROBE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of probe.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Text of the Latin scripts in UTF-16 without a mark has a zero in nearly every second place.
  if (even === 0 && odd > probe.length * 0.3) return wide(bytes, { encoding: 'utf-16le', mark: false });
  if (odd === 0 && even > probe.length * 0.3) return wide(bytes, { encoding: 'utf-16be', mark: false });
  if (even + odd > 0) return undefined;
  if (isUtf8(bytes)) return UTF8;
  return looksLikeText(probe) ? { encoding: 'latin1', mark: false } : undefined;
}

function wide(bytes: Uint8Array, format: TextFormat): TextFormat | undefined {
  return bytes.length % 2 === 0 ? format : undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    // The decoder's only way to say no.
    return false;
  }
}

/** Few control characters: an older single-byte encoding rather than data. */
function looksLikeText(probe: Uint8Array): boolean {
  let controls = 0;
  for (const byte of probe)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12) controls++;
  return controls <= probe.length * 0.01;
}
