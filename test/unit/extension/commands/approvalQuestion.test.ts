import { expect, test } from 'vitest';
import { approvalQuestion } from '../../../../src/extension/commands/approvalQuestion.ts';

const origin = { scope: 'project', path: '/home/me/shop/.vak/hooks/guard.yaml' } as const;
const content = 'event: PreToolUse\ncommand: ./guard.sh\nfile guard.sh: 1c9dbb0a3f0b2f61';

test('the question before something runs shows exactly what runs, and where that stands', () => {
  const item = { kind: 'hook', name: 'guard.yaml#PreToolUse[0]', origin } as const;
  expect(approvalQuestion({ ...item, approval: { content, changes: [] } })).toEqual({
    message: 'Let the hook guard.yaml#PreToolUse[0] run?',
    detail: `It runs on this machine, exactly this:\n\n${content}\n\nIts lines are compared at each run, the files by their bytes. What these files load in turn is not, nor a file whose name the command puts together (*.sh, $name.sh).\n\n${origin.path}`,
  });
});

test('the question about a server says whose place it takes', () => {
  const notes = ['It takes the place of your own server tea.'];
  const approval = { content: 'type: stdio', changes: [], notes };
  expect(approvalQuestion({ kind: 'mcp', name: 'tea', origin, approval }).detail).toContain(
    `type: stdio\n\n${notes[0]}\n\nIts lines`,
  );
});

test('the question about a changed server shows the difference before the whole', () => {
  const changes = ['- command: ./tea.sh', '+ command: ./tea.sh --all'];
  const { message, detail } = approvalQuestion({
    kind: 'mcp',
    name: 'tea',
    origin,
    approval: { content: 'type: stdio\ncommand: ./tea.sh --all', changes },
  });
  expect(message).toBe('Let the MCP server tea run?');
  expect(detail).toMatch(/^It changed since you approved it:\n\n- command: .*\n\+ command: .*\n\nAs a whole/);
});
