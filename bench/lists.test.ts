import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestApp, type TestApp } from '../tests/support/test-app.ts';
import { openInProcess, type Caller, type InProcess } from './lib/in-process.ts';
import { fillPopulation } from './lib/population.ts';
import { fillConversations } from './lists.ts';

describe('the lists of a busy member', () => {
  let test: TestApp;
  let app: InProcess;
  let call: Caller;
  beforeAll(async () => {
    test = await createTestApp();
    const { pool } = test.context.database;
    await fillPopulation(pool, 100);
    const owner = await fillConversations(pool, { conversations: 20, messagesEach: 60, messages: 3_000 });
    app = await openInProcess({ ...pool.options } as never, new Date());
    call = await app.logIn(owner);
  });
  afterAll(async () => {
    await app.close();
    await test.close();
  });

  it('have the sizes that the bench reports', async () => {
    expect(await test.sql('select count(*)::int as messages from messages')).toEqual([{ messages: 3_000 }]);
    const { chats } = await call('listChats');
    expect(chats).toHaveLength(20);
    expect(chats.map(({ conversation }) => conversation.last_at)).toEqual(
      chats
        .map(({ conversation }) => conversation.last_at)
        .toSorted()
        .toReversed(),
    );
    const { user } = await call('getUser');
    expect(chats.reduce((sum, { num_unread_messages: unread }) => sum + unread, 0)).toBe(4);
    expect([user.profile.photos.length, user.unread_messages]).toEqual([10, 4]);
    expect((await call('listLikes')).liked_by.filter(({ like_new: isNew }) => isNew)).toHaveLength(2);
    const chat = await call('getChat', { conversation: chats.at(-1)?.conversation.id });
    expect(chat.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, place) => place + 11));
    expect((await call('getUser')).user.unread_messages).toBe(3);
    const found = async (text: string) => (await call('searchMessages', { text })).results.length;
    expect([await found('evening'), await found('nowhere')]).toEqual([20, 0]);
  });
});
