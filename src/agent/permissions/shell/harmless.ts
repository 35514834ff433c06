/** Variables that only change how a program looks or speaks. */
const HARMLESS =
  /^(?:CI|COLUMNS|DEBUG|FORCE_COLOR|LINES|NO_COLOR|NODE_ENV|RUST_BACKTRACE|TERM)=[\w.@-]*$|^(?:LANG|LC_\w+)=(?:C|POSIX|(?:\w+\.)?[uU][tT][fF]-?8)?$|^TZ=\w+(?:\/\w+)?$/;

/** Whether an assignment before a command changes nothing else. */
export function isHarmless(text: string): boolean {
  return HARMLESS.test(text);
}
