import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMAND_IDS } from '../../src/extension/commands/commandIds.ts';
import { projectRoot } from '../support/projectRoot.ts';
import { parseSources } from './sourceTree.ts';

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly activationEvents?: readonly string[];
  readonly enabledApiProposals?: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as Manifest;
const { contributes } = manifest;
const sources = parseSources('src/extension');
const literals = new Set(
  sources.flatMap((file) =>
    file.nodes.filter((node) => node.type === 'Literal').map((node) => node['value']),
  ),
);

describe('the manifest', () => {
  test('declares exactly the commands that the code registers', () => {
    expect(contributes.commands.map((each) => each.command).sort()).toEqual([...COMMAND_IDS].sort());
  });

  test('is the only list of commands: one file registers them', () => {
    const registering = sources
      .filter((file) => /\bregisterCommand\(/.test(file.text))
      .map((file) => file.path);
    expect(registering).toEqual(['src/extension/commands/registerCommands.ts']);
  });

  test('names only its own commands in menus and key bindings', () => {
    const declared = new Set(contributes.commands.map((each) => each.command));
    const named = valuesOf(contributes, 'command').filter((command) => command.startsWith('vak.'));
    expect(named.filter((command) => !declared.has(command))).toEqual([]);
  });

  test('declares only views that the code fills', () => {
    const views = Object.values(contributes.views).flat();
    expect(views.map((view) => view.id).filter((id) => !literals.has(id))).toEqual([]);
  });

  test('declares only settings that the code reads', () => {
    const settings = Object.keys(contributes.configuration.properties);
    const text = sources.map((file) => file.text).join('\n');
    expect(
      settings.filter((id) => !text.includes(`'${id}'`) && !text.includes(`'${id.replace(/^vak\./, '')}'`)),
    ).toEqual([]);
  });

  test('names only files that are there', () => {
    const files = valuesOf(manifest, undefined).filter((value) => /^(\.\/)?media\/.+\.\w+$/.test(value));
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([]);
  });

  test('starts with its view or a command, never with the editor', () => {
    const early = (manifest.activationEvents ?? []).filter((event) => /^(\*|onStartupFinished)$/.test(event));
    expect(early).toEqual([]);
  });

  test('uses no proposed API', () => {
    expect(manifest.enabledApiProposals).toBeUndefined();
  });

  test('is checked against the types of the oldest VS Code it supports', () => {
    const minor = (version: string | undefined) => /(\d+\.\d+)/.exec(version ?? '')?.[1];
    expect(minor(manifest.devDependencies['@types/vscode'])).toBe(minor(manifest.engines.vscode));
  });
});

/** All texts below a value, or those of one field. */
function valuesOf(value: unknown, field: string | undefined): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const own = typeof each === 'string' && (field === undefined || name === field) ? [each] : [];
    return [...own, ...valuesOf(each, field)];
  });
}
