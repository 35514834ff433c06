import { expect, test } from 'vitest';
import { LastContext } from '../../../../src/agent/turn/measureContext.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { testConversation } from '../../../support/testTurn.ts';

test('says what filled the last model call, largest first', async () => {
  const conversation = testConversation({ cwd: tempFolder({ a: 'words of a file '.repeat(2_000) }) });
  await conversation.send({
    from: 'person',
    content: [{ type: 'text', text: 'call read_file {"path":"a"}\nsay see @a' }],
  });
  const { parts, tokens } = LastContext.of(conversation.toolState);
  expect(parts.map((part) => part.name)).toEqual(
    expect.arrayContaining([
      'Tools',
      'System prompt',
      'Attached files',
      'Your messages',
      'Answers',
      'Tool results',
    ]),
  );
  expect([...parts].sort((a, b) => b.tokens - a.tokens)).toEqual(parts);
  expect(parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(tokens);
});
