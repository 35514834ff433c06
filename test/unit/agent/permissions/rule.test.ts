import { expect, test } from 'vitest';
import { pathMatches } from '../../../../src/agent/permissions/pathRule.ts';
import { parseRule, ruleNamesTool } from '../../../../src/agent/permissions/rule.ts';

const names = (text: string, tool: string) => {
  const parsed = parseRule(text);
  return parsed.ok && ruleNamesTool(parsed.rule, tool, []);
};

test.each(['new\nline', 'new\rline', 'new\u2028line', 'new\u2029line', '*', 'a(b)'])(
  'a star in a rule stands for the tool name %j',
  (tool) => expect(names('mcp__srv__*', `mcp__srv__${tool}`)).toBe(true),
);

test.each(['*', '**', 'src/*', 'src/**', '?ew\nline', '*.env'])(
  'the glob %j meets a file whose name holds a line end',
  (glob) => {
    const file = glob === '*.env' ? 'new\nline.env' : 'new\nline';
    expect(pathMatches(glob, [`/home/me/app/src/${file}`], ['/home/me/app'], '/home/me')).toBe(true);
  },
);
