import type { Chat } from '../chatContext.ts';

/** Puts text on the clipboard; true when it is there. A refusal is said in the view. */
export async function copyText(text: string, { view, host }: Pick<Chat, 'view' | 'host'>): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    view.announce('Copied.');
    return true;
  } catch (error) {
    view.problem.value = 'The text could not be copied.';
    host.report(error);
    return false;
  }
}
