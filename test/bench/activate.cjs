// Loads and activates the built extension and prints the milliseconds it took. `vscode` is a thing of which
// every member can be read, called and constructed; nothing it does has an effect.
const Module = require('node:module');
const path = require('node:path');

const anything = () => {
  const known = new Map();
  const target = class {};
  return new Proxy(target, {
    get: (_, name) => {
      if (name === Symbol.toPrimitive) return () => '';
      if (name === Symbol.iterator) return [][Symbol.iterator].bind([]);
      if (name === 'then') return undefined;
      if (name === 'prototype') return target.prototype;
      if (!known.has(name)) known.set(name, anything());
      return known.get(name);
    },
    set: () => true,
    apply: () => anything(),
    construct: () => anything(),
  });
};

const vscode = anything();
const load = Module._load;
Module._load = function (request, ...rest) {
  return request === 'vscode' ? vscode : load.call(this, request, ...rest);
};

const context = new Proxy(
  { subscriptions: [], extensionPath: path.join(__dirname, '../..') },
  { get: (known, name) => (name in known ? known[name] : anything()) },
);

const begin = performance.now();
const { activate } = require('../../dist/extension.cjs');
activate(context);
process.stdout.write(String(performance.now() - begin), () => process.exit(0));
