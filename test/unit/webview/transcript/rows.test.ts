// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { ChatState } from '../../../../src/protocol/chat.ts';
import type { TranscriptItem } from '../../../../src/protocol/transcript.ts';
import { richItems, sampleItems, snapshotOf } from '../../../support/webview/sampleChat.ts';
import { openView } from '../../../support/webview/testView.ts';

const idle: Partial<ChatState> = { phase: 'idle', permissions: [], queue: [], workers: [], changes: [] };
const showing = (items: readonly TranscriptItem[], state: Partial<ChatState> = {}) =>
  openView(snapshotOf(items, { ...idle, ...state }));

function call(more: Partial<Extract<TranscriptItem, { kind: 'tool' }>>): TranscriptItem {
  return {
    kind: 'tool',
    id: 't',
    name: 'bash',
    title: 'npm test',
    toolKind: 'execute',
    status: 'completed',
    locations: [],
    content: [],
    output: '',
    input: { command: 'npm test' },
    meta: {},
    ...more,
  };
}

describe('a tool card', () => {
  test('of a finished command takes one line, and opens to its output and input', async () => {
    const view = await showing([call({ output: '\u001b[32mok\u001b[0m\u0007\n' })]);
    expect(view.all('output')).toEqual([]);
    const line = view.one('tool-card').querySelector('button');
    if (line) await view.click(line);
    expect(view.one('output').textContent).toBe('ok\n');
    expect(view.one('tool-card').textContent).toContain('Input');
  });

  test('of a running command shows its output by itself', async () => {
    const view = await showing([call({ status: 'in_progress' })]);
    expect(view.all('output')).toEqual([]);
    await view.settle(() =>
      view.host.update([{ op: 'append', id: 't', field: 'output', text: 'building\n' }]),
    );
    expect(view.one('output').textContent).toBe('building\n');
  });

  test('keeps a huge output out of the document and opens it in an editor', async () => {
    const view = await showing([
      call({ status: 'in_progress', output: 'a line of output\n'.repeat(20_000) }),
    ]);
    expect(view.one('output').textContent?.length).toBeLessThanOrEqual(40_000);
    const all = view.one('tool-card').querySelector('.bar button');
    if (all) await view.click(all);
    expect(view.host.asked('open/text')[0]?.text).toHaveLength(20_000 * 17);
  });

  test('of a failed call says why in one line', async () => {
    const view = await showing([
      call({ status: 'failed', content: [{ type: 'text', text: 'exit code 1\nmore' }] }),
    ]);
    expect(view.one('tool-card').querySelector('.bad-line')?.textContent).toBe('exit code 1 …');
  });

  test('of a change shows the difference, and opens it in the diff editor and the file at its line', async () => {
    const view = await showing(sampleItems.filter((item) => item.id === 't3'));
    const changed = [...view.one('diff').querySelectorAll('[data-kind=add]')].map((line) => line.textContent);
    expect(changed).toEqual([
      '+### Changed',
      '+- The default port is 8443 (#512)',
      '+',
      '+- The log says which file failed',
    ]);
    await view.click(view.one('open-diff'));
    const file = view.one('diff').querySelector('.open-file');
    if (file) await view.click(file);
    expect(view.host.asked('open/diff')).toEqual([{ callId: 't3', index: 0 }]);
    expect(view.host.asked('open/file')).toEqual([{ path: '/home/me/acme-api/CHANGELOG.md', line: 4 }]);
  });

  test('opens the files it names at their line', async () => {
    const view = await showing([
      call({
        toolKind: 'search',
        locations: [{ path: '/home/me/acme-api/src/a.ts', line: 7 }],
        input: { pattern: 'x' },
      }),
    ]);
    const line = view.one('tool-card').querySelector('button');
    if (line) await view.click(line);
    const place = view.one('tool-card').querySelector('.places button');
    expect(place?.textContent).toBe('src/a.ts:7');
    if (place) await view.click(place);
    expect(view.host.asked('open/file')).toEqual([{ path: '/home/me/acme-api/src/a.ts', line: 7 }]);
  });

  test('shows result text of a tool as text, never as HTML', async () => {
    const view = await showing([
      call({
        name: 'task',
        toolKind: 'other',
        content: [{ type: 'text', text: '<img src=x onerror=1>**done**' }],
      }),
    ]);
    const line = view.one('tool-card').querySelector('button');
    if (line) await view.click(line);
    expect(view.root.querySelector('.row img')).toBeNull();
    expect(view.root.querySelector('.row strong')?.textContent).toBe('done');
  });
});

describe('a hook run', () => {
  test('is a line that opens to what it took and gave, with both inputs side by side', async () => {
    const view = await showing(sampleItems.filter((item) => item.id === 't3'));
    const run = view.one('hook-run');
    expect(run.textContent).toBe('PostToolUseprettier.sh · reformatted 1 file · 41 ms');
    const line = run.querySelector('button');
    if (line) await view.click(line);
    const inputs = [...view.one('rewrite').querySelectorAll('figure')].map((each) => each.textContent);
    expect(inputs).toEqual([
      'Original input{\n  "path": "CHANGELOG.md"\n}',
      'Executed input{\n  "path": "docs/CHANGELOG.md"\n}',
    ]);
    expect(run.textContent).toContain('exit 0');
  });
});

describe('a message of the person', () => {
  test('shows what went along, and opens it', async () => {
    const view = await showing(sampleItems.slice(0, 1));
    expect(view.all('chip').map((chip) => chip.dataset['kind'])).toEqual(['skill', 'file', 'range']);
    const chip = view.all('chip')[1]?.querySelector('button');
    if (chip) await view.click(chip);
    expect(view.host.asked('open/file')).toEqual([{ path: '/home/me/acme-api/CHANGELOG.md' }]);
  });

  test('brings files and conversation back only after a yes', async () => {
    const view = await showing(sampleItems.slice(0, 1));
    await view.click(view.one('restore'));
    expect(view.host.asked('message/restore')).toEqual([]);
    const [, filesOnly] = view.root.querySelectorAll('.question button');
    if (filesOnly) await view.click(filesOnly);
    expect(view.host.asked('message/restore')).toEqual([{ messageId: 'm1', filesOnly: true }]);
    expect(view.root.querySelector('.question')).toBeNull();
  });

  test('is shown as it was typed, not as Markdown', async () => {
    const view = await showing([
      {
        kind: 'user',
        id: 'u',
        text: '**not bold** <b>',
        chips: [],
        images: [],
        steered: false,
        hookRuns: [],
      },
    ]);
    expect(view.one('message').querySelector('.prompt')?.textContent).toBe('**not bold** <b>');
  });
});

describe('other lines', () => {
  test('thinking is folded with how long it took', async () => {
    const view = await showing(sampleItems.slice(1, 2));
    expect(view.one('thought').textContent).toBe('Thought for 4.1 s');
    const fold = view.one('thought').querySelector('button');
    if (fold) await view.click(fold);
    expect(view.one('thought').textContent).toContain('merged pull requests');
  });

  test('a notice offers its ways out', async () => {
    const view = await showing(richItems.filter((item) => item.kind === 'notice'));
    const way = view.one('notice').querySelector('[data-action=enter-key]');
    if (way) await view.click(way);
    expect(view.host.asked('action/run')).toEqual([{ id: 'enter-key', itemId: 'rn1' }]);
  });

  test('links lead to the browser or to the file, and nowhere by themselves', async () => {
    const view = await showing(richItems.slice(1, 2));
    const links = [...view.root.querySelectorAll('.markdown a')];
    for (const link of links) {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true });
      await view.settle(() => link.dispatchEvent(event));
      expect(event.defaultPrevented).toBe(true);
    }
    expect(view.host.asked('open/file')).toEqual([{ path: 'src/server.ts', line: 40 }]);
    expect(view.host.asked('open/link')).toEqual([{ href: 'https://example.org/notes' }]);
  });

  test('prompts that wait can join the turn or be taken out', async () => {
    const view = await showing(richItems, { phase: 'running', queue: [{ id: 'q1', text: 'later' }] });
    await view.click(view.one('queue-steer'));
    await view.click(view.one('queue-remove'));
    expect(view.host.asked('queue/steer')).toEqual([{ id: 'q1' }]);
    expect(view.host.asked('queue/remove')).toEqual([{ id: 'q1' }]);
  });

  test('a prompt that still waits after a stop can be sent', async () => {
    const view = await showing(richItems, { phase: 'idle', queue: [{ id: 'q1', text: 'later' }] });
    expect(view.one('queue-steer').getAttribute('aria-label')).toBe('Send it now');
    await view.click(view.one('queue-steer'));
    expect(view.host.asked('queue/steer')).toEqual([{ id: 'q1' }]);
  });

  test('changed files are kept, undone and reviewed, together or one by one', async () => {
    const view = await showing(richItems, {
      changes: [{ path: '/home/me/acme-api/a.ts', added: 3, removed: 1 }],
    });
    await view.click(view.one('keep-all'));
    const fold = view.one('changes').querySelector('.fold');
    if (fold) await view.click(fold);
    const undo = view.one('changes').querySelector('[aria-label^=Undo]');
    if (undo) await view.click(undo);
    expect(view.host.asked('changes/keep')).toEqual([{}]);
    expect(view.host.asked('changes/undo')).toEqual([{ path: '/home/me/acme-api/a.ts' }]);
  });
});
