/** What a key means in the composer. `none`: the text field handles it itself. */
export type ComposerAct =
  | 'send'
  | 'queue'
  | 'steer'
  | 'take'
  | 'next'
  | 'previous'
  | 'close'
  | 'stop'
  | 'back'
  | 'older'
  | 'newer'
  | 'none';

/** The part of a keyboard event that decides. */
export interface PressedKey {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where the composer stands when the key comes. */
export interface ComposerSituation {
  /** The completion list that is open, if one is. */
  readonly menu: 'command' | 'mention' | undefined;
  /** The first word already names a command. */
  readonly wholeName: boolean;
  readonly running: boolean;
  /** A worker's conversation is shown. */
  readonly inWorker: boolean;
  /** The caret is where an arrow up or down would leave the text. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** A text of the history is shown. */
  readonly inHistory: boolean;
}

export function composerKey(key: PressedKey, at: ComposerSituation): ComposerAct {
  // An input method owns its keys; some report its Enter only by this code.
  if (key.isComposing || key.keyCode === 229) return 'none';
  const act = at.menu ? menuKey(key, at) : undefined;
  if (act) return act;
  switch (key.key) {
    case 'Enter':
      return enterKey(key, at);
    case 'Escape':
      if (at.inWorker) return 'back';
      return at.running ? 'stop' : 'none';
    case 'ArrowUp':
      return at.atStart && plain(key) ? 'older' : 'none';
    case 'ArrowDown':
      return at.inHistory && at.atEnd && plain(key) ? 'newer' : 'none';
    default:
      return 'none';
  }
}

function menuKey(key: PressedKey, at: ComposerSituation): ComposerAct | undefined {
  if (!plain(key)) return undefined;
  if (key.key === 'ArrowDown') return 'next';
  if (key.key === 'ArrowUp') return 'previous';
  if (key.key === 'Escape') return 'close';
  if (key.key === 'Tab') return 'take';
  if (key.key === 'Enter' && (at.menu === 'mention' || !at.wholeName)) return 'take';
  return undefined;
}

function enterKey(key: PressedKey, at: ComposerSituation): ComposerAct {
  if (key.shiftKey) return 'none';
  if (key.altKey) return 'queue';
  if (at.inWorker) return 'steer';
  if (!at.running) return 'send';
  return key.ctrlKey || key.metaKey ? 'steer' : 'queue';
}

function plain(key: PressedKey): boolean {
  return !key.shiftKey && !key.ctrlKey && !key.metaKey && !key.altKey;
}
