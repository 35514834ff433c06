import { expect, test } from 'vitest';
import { chipsOf, promptBlocks } from '../../../../src/extension/chat/attachments.ts';
import type { Attachment } from '../../../../src/protocol/chat.ts';

const file: Attachment = { kind: 'file', path: '/home/me/a b.ts', label: 'a b.ts' };
const range: Attachment = { kind: 'range', path: '/home/me/a.ts', start: 2, end: 3, label: 'a.ts:2-3' };
const note: Attachment = { kind: 'text', uri: 'vak:problems', label: '2 problems', text: 'x is wrong' };
const image: Attachment = { kind: 'image', mimeType: 'image/png', data: 'AA==', label: 'shot.png' };
const all = { images: true, embed: true };
const none = { images: false, embed: false };
const readText = async () => 'one\ntwo\nthree\nfour\n';

test.each([
  [file, all, { type: 'resource_link', uri: 'file:///home/me/a%20b.ts', name: 'a b.ts' }],
  [range, all, { type: 'resource', resource: { uri: 'file:///home/me/a.ts#L2-L3', text: 'two\nthree\n' } }],
  [range, none, { type: 'resource_link', uri: 'file:///home/me/a.ts#L2-L3', name: 'a.ts:2-3' }],
  [note, all, { type: 'resource', resource: { uri: 'vak:problems', text: 'x is wrong' } }],
  [note, none, { type: 'text', text: '2 problems:\n\nx is wrong' }],
  [image, all, { type: 'image', mimeType: 'image/png', data: 'AA==' }],
  [image, none, { type: 'text', text: '(An image, shot.png, which this agent can not see.)' }],
])('%j travels in a form that the agent takes', async (attachment, powers, block) => {
  expect(await promptBlocks('/fix it', [attachment], powers, readText)).toEqual([
    { type: 'text', text: '/fix it' },
    block,
  ]);
});

test('a file that is gone fails the message and says which', async () => {
  const gone = async () => Promise.reject(new Error('/home/me/a.ts is not there'));
  await expect(promptBlocks('look', [range], all, gone)).rejects.toThrow('/home/me/a.ts is not there');
});

test('chips show everything but images', () => {
  expect(chipsOf([file, note, image])).toEqual([
    { kind: 'file', label: 'a b.ts', path: '/home/me/a b.ts' },
    { kind: 'text', label: '2 problems', path: undefined },
  ]);
});
