export type TemplateKind = 'skill' | 'command' | 'agent' | 'hook';

/** Where a fresh item stands below `.vak` or the config home, and what it begins with. */
export function itemTemplate(
  kind: TemplateKind,
  name: string,
): { readonly file: string; readonly text: string } {
  switch (kind) {
    case 'skill':
      return {
        file: `skills/${name}/SKILL.md`,
        text: `---
name: ${name}
description: Say in one sentence what this skill does and when to use it.
---

# ${name}

Write here what the agent should do, step by step.
`,
      };
    case 'command':
      return {
        file: `commands/${name}.md`,
        text: `---
description: Say what this command does.
argument-hint: what to give it
---

Do this with the following: $ARGUMENTS
`,
      };
    case 'agent':
      return {
        file: `agents/${name}.md`,
        text: `---
name: ${name}
description: Say what this agent is for.
---

Write here how this agent works and what it must not do.
`,
      };
    case 'hook':
      return {
        file: `hooks/${name}.yaml`,
        text: `# Runs before every shell command. Exit code 2 blocks it; what it writes to stderr is the reason.
hooks:
  PreToolUse:
    - matcher: bash
      hooks:
        - type: command
          command: cat > /dev/null; exit 0
          timeout: 10
`,
      };
  }
}

/** What is wrong with a name, as a sentence, or undefined. */
export function nameProblem(kind: TemplateKind, name: string): string | undefined {
  if (kind === 'command')
    return /^[A-Za-z0-9_-]+$/.test(name) ? undefined : 'Letters, digits, hyphens and underscores only.';
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return 'Lower-case letters, digits and single hyphens only.';
  return name.length > 64 ? 'At most 64 characters.' : undefined;
}
