/**
 * What a test can ask of the page that holds the view. Runs before the view's own scripts, so that it
 * sees every timer and everything the page's policy refuses.
 */

const refused: string[] = [];
document.addEventListener('securitypolicyviolation', (event) =>
  refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile} ${event.sample}`),
);

/** Timers and frames that were asked for and have not come yet. */
const pending = new Set<unknown>();

function counted<A extends unknown[], H>(
  start: (act: (...args: unknown[]) => void, ...rest: A) => H,
): (act: (...args: unknown[]) => void, ...rest: A) => H {
  return (act, ...rest) => {
    const handle = start(
      (...args) => {
        pending.delete(handle);
        act(...args);
      },
      ...rest,
    );
    pending.add(handle);
    return handle;
  };
}

function forgotten(stop: (handle: number) => void): (handle: number) => void {
  return (handle) => {
    pending.delete(handle);
    stop(handle);
  };
}

const later = window.setTimeout.bind(window);
const draw = window.requestAnimationFrame.bind(window);
Object.assign(window, {
  setTimeout: counted<[number?], number>((act, ms) => later(act, ms)),
  requestAnimationFrame: counted<[], number>((act) => draw(act)),
  clearTimeout: forgotten(clearTimeout.bind(window)),
  cancelAnimationFrame: forgotten(cancelAnimationFrame.bind(window)),
  setInterval: () => {
    throw new Error('nothing in the view may repeat by itself');
  },
});

/** The text of everything that takes part in reading or working the view. */
const PARTS = 'button, input, textarea, select, .chip, .notice, .say, .you';
/** Parts whose content may be wider than they are: they scroll. */
const SCROLLING = '.diff-lines, .code-block pre, .table-scroll, .foot';

export const pageFacts = {
  useTheme: (name: string) =>
    new Promise<void>((resolve, reject) => {
      const link = document.querySelector<HTMLLinkElement>('link[href^="/theme-"]');
      if (!link) return reject(new Error('the page has no theme'));
      link.addEventListener('load', () => resolve(), { once: true });
      link.href = `/theme-${name}.css?${Date.now()}`;
    }),

  refused: () => refused,
  pending: () => pending.size,
  animations: () => document.getAnimations().length,

  /** Parts that reach out of the page on either side. */
  outside: () =>
    [...document.querySelectorAll(PARTS)]
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        return width > 0 && !part.closest(SCROLLING) && (right > innerWidth + 0.5 || left < -0.5);
      })
      .map((part) => part.outerHTML.slice(0, 120)),

  /** Controls that a screen reader could not name. */
  nameless: () =>
    [...document.querySelectorAll('button, input, textarea, select, [role=listbox], [role=dialog]')]
      .filter((control) => {
        const labels = 'labels' in control ? [...((control.labels as NodeList | null) ?? [])] : [];
        const words = [control, ...labels].map((each) => each.textContent ?? '').join('');
        return (control.getAttribute('aria-label') ?? words).trim() === '';
      })
      .map((control) => control.outerHTML.slice(0, 120)),

  /** Boxes whose border has the colour of the focus. */
  focusBoxes: () => {
    const colour = colourOf('var(--vscode-focusBorder, rgb(1, 2, 3))');
    return [...document.querySelectorAll('.ask, .box')].filter(
      (box) => getComputedStyle(box).borderTopColor === colour,
    ).length;
  },

  /** Text whose contrast to what lies behind it is below `least`, with the ratio. */
  faint: (least: number) =>
    [...document.querySelectorAll('#root *')]
      .filter((element) => element.getClientRects().length > 0 && hasOwnText(element) && !isMuted(element))
      .map((element) => ({ element, ratio: contrast(element) }))
      .filter(({ ratio }) => ratio < least)
      .map(
        ({ element, ratio }) =>
          `${ratio.toFixed(2)} ${element.className} “${element.textContent?.slice(0, 40)}”`,
      ),
};
export type PageFacts = typeof pageFacts;

function colourOf(value: string): string {
  const probe = document.createElement('i');
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function hasOwnText(element: Element): boolean {
  return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
}

/** What is switched off, or read out only, need not stand out. */
function isMuted(element: Element): boolean {
  return element.closest('.sr-only, :disabled, .off') !== null;
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function contrast(element: Element): number {
  const behind = backgroundOf(element);
  const text = over(parse(getComputedStyle(element).color), behind);
  const [light, dark] = [luminance(text), luminance(behind)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** All backgrounds behind an element, laid over each other. */
function backgroundOf(element: Element): Colour {
  const layers: Colour[] = [];
  for (let each: Element | null = element; each; each = each.parentElement)
    layers.push(parse(getComputedStyle(each).backgroundColor));
  return layers.reverse().reduce((below, above) => over(above, below), [255, 255, 255, 1] as Colour);
}

function parse(colour: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const scale = colour.startsWith('color(') ? 255 : 1;
  return [red * scale, green * scale, blue * scale, alpha];
}

function over(above: Colour, below: Colour): Colour {
  const mix = (i: 0 | 1 | 2) => above[i] * above[3] + below[i] * (1 - above[3]);
  return [mix(0), mix(1), mix(2), 1];
}

function luminance([red, green, blue]: Colour): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
