// Installs the browser VS Code that the tests of `test/editor` drive.
import { ensureEditor } from './editor.mjs';
import { ensureInstalled } from './ensure.mjs';

ensureInstalled();
ensureEditor();
