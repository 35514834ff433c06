// Puts in place of `vscode` a thing of which every member can be read, called and constructed, and which does
// nothing: enough for a bundle of the extension to load in plain Node.
const Module = require('node:module');

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

exports.anything = anything;
