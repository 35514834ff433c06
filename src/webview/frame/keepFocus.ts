import type { Disposable } from '../../base/lifecycle.ts';

/**
 * When what has the focus goes away, as many a button does that was pressed, the browser gives the
 * focus to nobody, and a person at the keyboard would begin anew at the top: `instead` is called then.
 * Who clicked beside everything, to select a text, is left alone.
 */
export function keepFocus(root: Element, instead: () => void): Disposable {
  let held: Element | null = null;
  const hold = ({ target }: Event) => {
    held = target instanceof Element ? target : null;
  };
  const letGo = () => {
    held = null;
  };
  const observer = new MutationObserver(() => {
    if (!held || (held.isConnected && !held.matches(':disabled'))) return;
    held = null;
    const { activeElement, body } = document;
    if (document.hasFocus() && (activeElement === null || activeElement === body)) instead();
  });
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  root.addEventListener('focusin', hold);
  document.addEventListener('pointerdown', letGo);
  return {
    dispose: () => {
      observer.disconnect();
      root.removeEventListener('focusin', hold);
      document.removeEventListener('pointerdown', letGo);
    },
  };
}
