import { version } from '../../package.json';

/** Vakil's own version. */
export const VERSION: string = version;
