// Loads and activates the built extension and prints the milliseconds it took, in plain Node.
const path = require('node:path');
const { anything } = require('../support/stubVscode.cjs');

const context = new Proxy(
  { subscriptions: [], extensionPath: path.join(__dirname, '../..') },
  { get: (known, name) => (name in known ? known[name] : anything()) },
);

const begin = performance.now();
const { activate } = require('../../dist/extension.cjs');
activate(context);
process.stdout.write(String(performance.now() - begin), () => process.exit(0));
