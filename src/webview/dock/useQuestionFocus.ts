import { useLayoutEffect } from 'preact/hooks';
import { useChat } from '../chatContext.ts';

/**
 * A question takes the focus when it comes (to the first element that `selector` finds) and gives it to
 * the composer when it goes. A person in the middle of writing something is not interrupted; a screen
 * reader says `words` in any case.
 */
export function useQuestionFocus(
  question: { readonly current: HTMLElement | null },
  selector: string,
  words: string,
): void {
  const { view } = useChat();
  useLayoutEffect(() => {
    const element = question.current;
    if (mayTakeFocus()) element?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    view.announce(words);
    return () => {
      if (element?.contains(document.activeElement)) view.focusComposer();
    };
    // Once: each question is an element of its own.
  }, []);
}

function mayTakeFocus(): boolean {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement)
    return focused.value === '';
  return true;
}
