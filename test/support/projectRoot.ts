import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder. */
export const projectRoot = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
