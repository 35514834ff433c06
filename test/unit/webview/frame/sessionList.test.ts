// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { richItems, snapshotOf } from '../../../support/webview/sampleChat.ts';
import { openView } from '../../../support/webview/testView.ts';

const titles = ['Fix the build', 'Port the client', 'Write the notes'];

/** The view with its list of three conversations open. */
async function listing() {
  const view = await openView(snapshotOf(richItems, { phase: 'idle', permissions: [], workers: [] }));
  view.host.answers['session/list'] = () => ({
    sessions: titles.map((title, i) => ({ id: `c${i}`, title, cwd: '/home/me/acme' })),
  });
  await view.click(view.one('show-sessions'));
  const search = view.root.querySelector<HTMLInputElement>('.sessions .search');
  if (!search) throw new Error('the list has no search field');
  const shown = () => view.all('session').map((row) => row.querySelector('.name')?.textContent);
  const typeInto = async (field: HTMLInputElement, text: string) => {
    field.value = text;
    await view.settle(() => field.dispatchEvent(new InputEvent('input', { bubbles: true })));
  };
  return { ...view, search, shown, typeInto };
}

describe('the list of conversations', () => {
  test('opens with the focus in its search field and shows what holds every word', async () => {
    const view = await listing();
    expect(document.activeElement).toBe(view.search);
    expect(view.shown()).toEqual(titles);
    await view.typeInto(view.search, 'the cl');
    expect(view.shown()).toEqual(['Port the client']);
    await view.typeInto(view.search, 'nothing like it');
    expect(view.one('session-list').parentElement?.textContent).toContain('Nothing matches.');
  });

  test('opens the marked conversation on Enter', async () => {
    const view = await listing();
    await view.press(view.search, 'ArrowDown');
    await view.press(view.search, 'Enter');
    expect(view.host.asked('session/open')).toEqual([{ id: 'c1', cwd: '/home/me/acme' }]);
    expect(view.all('session-list')).toEqual([]);
  });

  test('renames by F2, and leaves a title that was emptied', async () => {
    const view = await listing();
    for (const title of ['The build is fixed', '  ']) {
      await view.press(view.search, 'F2');
      const field = view.root.querySelector<HTMLInputElement>('[aria-label="New title"]');
      if (!field) throw new Error('there is no field for the title');
      await view.typeInto(field, title);
      await view.press(field, 'Enter', { isComposing: true });
      await view.press(field, 'Enter');
    }
    expect(view.host.asked('session/rename')).toEqual([{ id: 'c0', title: 'The build is fixed' }]);
    expect(view.shown()[0]).toBe('The build is fixed');
  });

  test('deletes by Delete, but only after a yes', async () => {
    const view = await listing();
    await view.press(view.search, 'Delete');
    await view.press(view.root.querySelector('.sessions .question') ?? view.root, 'Escape');
    expect(view.host.asked('session/delete')).toEqual([]);
    await view.press(view.search, 'Delete');
    await view.click(view.one('session-delete-yes'));
    expect(view.host.asked('session/delete')).toEqual([{ id: 'c0' }]);
    expect(view.shown()).toEqual(titles.slice(1));
  });

  test('closes on Escape and gives the focus to the composer', async () => {
    const view = await listing();
    await view.press(view.search, 'Escape');
    expect(view.all('session-list')).toEqual([]);
    expect(document.activeElement).toBe(view.one('composer'));
  });
});
