import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const HEAD = `---
name: vak
description: How Vakil works and how to configure it. Use when the person asks about Vakil itself (skills, commands, agents, hooks, MCP servers, plugins, permissions, trust, models, settings, the command line), or wants its configuration changed or repaired.
---

# Vakil's own documentation

Read the page that the question is about, beside this file, before you answer or change anything. After a
change of the configuration run \`vak config check\`; running agents follow by themselves.

| page | about |
|---|---|
`;

/** Makes the built-in skill `vak` of the pages in docs/: a list of them, and the pages beside it. */
export async function writeBuiltinSkill(docs, folder) {
  await mkdir(folder, { recursive: true });
  const pages = (await readdir(docs).catch(() => [])).filter((name) => name.endsWith('.md')).sort();
  const rows = [];
  for (const page of pages) {
    const text = await readFile(path.join(docs, page), 'utf8');
    const [, title = page] = /^#\s+(.+)$/m.exec(text) ?? [];
    rows.push(`| ${page} | ${title.replaceAll('|', '\\|')} |`);
    await copyFile(path.join(docs, page), path.join(folder, page));
  }
  await writeFile(path.join(folder, 'SKILL.md'), `${HEAD}${rows.join('\n')}\n`);
}
