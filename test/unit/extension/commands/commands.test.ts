import { describe, expect, test } from 'vitest';
import { chatHtml } from '../../../../src/extension/chat/html.ts';
import { diagnosticsText } from '../../../../src/extension/commands/diagnosticsText.ts';
import { itemTemplate, nameProblem } from '../../../../src/extension/commands/itemTemplates.ts';
import { slashText } from '../../../../src/extension/commands/slashText.ts';
import { setupView } from '../../../../src/extension/setup/setupView.ts';

test.each([
  ['command', 'fix', '', '/fix'],
  ['command', 'fix', ' the $& bug ', '/fix the $& bug'],
  ['skill', 'tea', 'green', '/skill:tea green'],
  ['skill', 'shop:tea', '', '/skill:shop:tea'],
] as const)('running the %s %s with %j sends %s', (kind, name, behind, text) => {
  expect(slashText({ kind, name }, behind)).toBe(text);
});

describe('a template', () => {
  test.each(['skill', 'command', 'agent', 'hook'] as const)(
    'of a %s stands where it is looked for',
    (kind) => {
      const { file, text } = itemTemplate(kind, 'tea');
      expect(file).toMatch(/^(skills\/tea\/SKILL\.md|commands\/tea\.md|agents\/tea\.md|hooks\/tea\.yaml)$/);
      expect(text.length).toBeGreaterThan(50);
    },
  );

  test.each([
    ['skill', 'green-tea', undefined],
    ['skill', 'Green', 'Lower-case letters, digits and single hyphens only.'],
    ['skill', 'a--b', 'Lower-case letters, digits and single hyphens only.'],
    ['skill', '../x', 'Lower-case letters, digits and single hyphens only.'],
    ['skill', 'a'.repeat(65), 'At most 64 characters.'],
    ['command', 'Fix_It', undefined],
    ['command', '', 'Letters, digits, hyphens and underscores only.'],
    ['command', 'a/b', 'Letters, digits, hyphens and underscores only.'],
  ] as const)('of a %s named %j: %s', (kind, name, problem) => {
    expect(nameProblem(kind, name)).toBe(problem);
  });
});

test('problems are lines that editors make links of', () => {
  expect(
    diagnosticsText([
      {
        severity: 'error',
        code: 'bad',
        message: 'It is bad.',
        path: '/a.toml',
        line: 3,
        column: 5,
        fix: 'Mend it.',
      },
      { severity: 'warning', code: 'odd', message: 'It is odd.', path: '/b', column: 5 },
    ]),
  ).toBe('/a.toml:3:5 error bad It is bad. Mend it.\n/b warning odd It is odd.');
});

describe('set-up', () => {
  test('is not shown when a model is there', () => {
    expect(setupView({ configured: true, editorModels: 0 })).toBeNull();
  });

  test('offers every way, and says what each needs', () => {
    const none = setupView({ configured: false, editorModels: 0 });
    expect(none?.offers.map(({ id, available }) => [id, available])).toEqual([
      ['key', true],
      ['editor', false],
      ['ollama', true],
      ['rehearsal', true],
    ]);
    const ollama = { address: 'http://127.0.0.1:11434', models: ['qwen'] };
    const some = setupView({ configured: false, editorModels: 1, ollama });
    expect(some?.offers[1]).toMatchObject({
      available: true,
      description: expect.stringContaining('1 model '),
    });
    expect(some?.offers[2]).toMatchObject({
      action: 'Choose model',
      description: expect.stringContaining('qwen'),
    });
  });
});

test('the page lets nothing in or out but its own files', () => {
  const html = chatHtml(
    { script: 's.js"><x', styles: ['v.css'], cspSource: 'https://own', language: 'en' },
    'N',
  );
  const policy = /content="(default-src[^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'");
  expect(policy).toBe(
    "default-src 'none'; script-src 'nonce-N' https://own; style-src https://own; font-src https://own; img-src https://own data:",
  );
  expect(html).not.toContain('"><x');
  expect(chatHtml({ script: 's', styles: [], cspSource: '', language: 'en' })).not.toBe(
    chatHtml({ script: 's', styles: [], cspSource: '', language: 'en' }),
  );
});
