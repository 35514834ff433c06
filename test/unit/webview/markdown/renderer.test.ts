// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { createRenderer } from '../../../../src/webview/markdown/renderer.ts';

const md = createRenderer();

/** The rendered Markdown as a document would hold it. */
function rendered(source: string): Element {
  const root = document.createElement('div');
  root.innerHTML = md.render(source);
  return root;
}

describe('rendered Markdown', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['an image that runs code', '<img src=x onerror=alert(1)>'],
    ['HTML inside a sentence', 'see <b onclick="x()">this</b>'],
    ['a style', '<style>body{display:none}</style>'],
    ['an iframe over lines', '<iframe\nsrc="https://x"\n></iframe>'],
    ['HTML as a code block’s language', '```"><img/onerror=x>\ncode\n```'],
    ['a comment', '<!-- hidden -->'],
  ])('shows %s as text', (_, source) => {
    const root = rendered(source);
    expect(root.querySelectorAll('script, img, style, iframe, b, [onclick], [onerror]')).toHaveLength(0);
    expect(root.innerHTML).not.toContain('<!--');
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'command:workbench.action.quit',
    'vscode://file/etc/passwd',
    '//evil.example/x',
    'file://evil.example/share',
  ])('makes no link of %s', (address) => {
    expect(rendered(`[here](${address})`).querySelector('a')).toBeNull();
    expect(rendered(`<${address}>`).querySelector('a')).toBeNull();
  });

  test.each([
    ['[a](https://example.org/x?y=1)', 'https://example.org/x?y=1'],
    ['[a](mailto:me@example.org)', 'mailto:me@example.org'],
    ['[a](src/server.ts#L12)', 'src/server.ts#L12'],
    ['[a](src/server.ts:12)', 'src/server.ts:12'],
    ['see https://example.org/x.', 'https://example.org/x'],
  ])('makes a link of %s', (source, href) => {
    expect(rendered(source).querySelector('a')?.getAttribute('href')).toBe(href);
  });

  test('loads no image: one is a link to where it is', () => {
    const root = rendered('![a chart](https://x.example/?secret=1)');
    expect(root.querySelector('img')).toBeNull();
    expect(root.querySelector('a')?.textContent).toBe('a chart');
  });

  test('writes no style attribute, which the view’s policy would block', () => {
    const root = rendered('| a | b |\n|:-:|--:|\n| 1 | 2 |');
    expect(root.querySelectorAll('[style]')).toHaveLength(0);
    expect([...root.querySelectorAll('td')].map((cell) => cell.getAttribute('data-align'))).toEqual([
      'center',
      'right',
    ]);
  });

  test('gives a code block its language and a copy button with a name', () => {
    const root = rendered('```ts\nconst a = 1 < 2;\n```');
    expect(root.querySelector('.code-head span')?.textContent).toBe('ts');
    expect(root.querySelector('[data-copy]')?.getAttribute('aria-label')).toBe('Copy code');
    expect(root.querySelector('code')?.textContent).toBe('const a = 1 < 2;\n');
  });

  test('shows the boxes of a task list without making them inputs', () => {
    const root = rendered('- [x] done\n- [ ] to do\n- plain');
    expect([...root.querySelectorAll('li')].map((item) => item.className)).toEqual(['task done', 'task', '']);
    expect([...root.querySelectorAll('[role=img]')].map((box) => box.getAttribute('aria-label'))).toEqual([
      'done',
      'to do',
    ]);
    expect(root.querySelector('li')?.textContent?.trim()).toBe('done');
  });

  test('colours code by what it is given, and escapes it when that knows no answer', () => {
    const colour = (code: string, language: string) => (language === 'ts' ? `<i>${code}</i>` : undefined);
    expect(md.render('```ts\na\n```', { highlight: colour })).toContain('<i>a\n</i>');
    expect(md.render('```zz\n<a>\n```', { highlight: colour })).toContain('&lt;a&gt;');
  });
});
