/** A Chromium on this machine (`CHROMIUM` names one), or undefined. */
export function findChromium(): string | undefined;
/** A program of this name on the PATH, or undefined. */
export function findProgram(name: string): string | undefined;
