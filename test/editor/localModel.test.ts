import { afterAll, describe, expect, test } from 'vitest';
import { editorMissing } from '../support/editor/ground.ts';
import { useEditor } from '../support/editor/suite.ts';
import { openaiChat } from '../support/providers/openaiChat.ts';
import { ProviderServer } from '../support/providers/providerServer.ts';
import { stream } from '../support/providers/wire.ts';

describe.skipIf(editorMissing !== undefined)('a model at an address of one’s own', () => {
  let provider: ProviderServer | undefined;
  const editor = useEditor(async () => {
    const call = { id: 'call_1', name: 'read_file', input: ['{"path":', '"README.md"}'] };
    const answers = [
      stream(openaiChat, { text: ['Let me ', 'look.'], calls: [call] }),
      stream(openaiChat, { text: ['It is ', 'a tea shop.'] }),
    ];
    provider = await ProviderServer.start(({ path }) => {
      // Anything else, such as the list of models, this server does not know.
      const isTurn = path.endsWith('/chat/completions');
      return (isTurn ? answers.shift() : undefined) ?? { kind: 'body', status: 404, body: '{}' };
    });
    return {
      env: {
        OPENAI_BASE_URL: `${provider.address}/v1`,
        OPENAI_API_KEY: 'secret-of-the-test',
        VAK_MODEL: 'openai/any',
      },
    };
  });
  afterAll(() => provider?.stop());

  test('answers with a tool call in between', async () => {
    const { chat } = await editor.openChat({ 'README.md': '# Tea shop\n' });
    await chat.ask('What is this project?');
    await chat.messages('assistant').filter({ hasText: 'Let me look.' }).waitFor();
    await chat.toolCards('completed').filter({ hasText: 'README.md' }).waitFor();
    await chat.messages('assistant').filter({ hasText: 'It is a tea shop.' }).waitFor();
    expect(JSON.stringify(provider?.requests.at(-1)?.body)).toContain('# Tea shop');
  });
});
