interface Diff {
  readonly oldText: string | null;
  readonly newText: string;
}

/** The whole file as a proposal would leave it; a diff may show the whole file or the part that changes. */
export function proposedText(now: string, { oldText, newText }: Diff): string {
  if (oldText === null || oldText === '' || now === oldText) return newText;
  const at = now.indexOf(oldText);
  if (at < 0) return newText;
  return now.slice(0, at) + newText + now.slice(at + oldText.length);
}
