// Writes the extension's package, dist/vakil.vsix.
import { statSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, root } from './ensure.mjs';
import { packVsix, vsixFile } from './vsix.mjs';

ensureInstalled();
packVsix();
console.log(`${path.relative(root, vsixFile)} (${Math.round(statSync(vsixFile).size / 1024)} kB)`);
