import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { hearEvents, quickMember, sendText, useCheckedApp } from '../../../tests/support/chat.ts';
import { type TestClient } from '../../../tests/support/test-app.ts';
import { markRead, publishTyping } from '../read/activity.ts';

const test = useCheckedApp();

/** Creates two members who wrote to each other; the second blocks the first. */
async function fallOut(): Promise<{ ada: TestClient; bo: TestClient; conversation: ConversationId }> {
  const ada = await quickMember(test, { credits: 100, name: `Ada ${randomUUID().slice(0, 6)}` });
  const bo = await quickMember(test, { credits: 100, name: `Bo ${randomUUID().slice(0, 6)}` });
  const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
  await sendText(bo, { conversation });
  await ada.call('addLike', { profile: bo.id });
  await bo.call('addLike', { profile: ada.id });
  expect((await bo.call('blockMember', { profile: ada.id })).body).toEqual({ ok: true });
  return { ada, bo, conversation };
}

const getName = async (client: TestClient): Promise<string> =>
  (await test.sql<{ name: string }>('select name from profiles where member_id = $1', [client.id]))[0]?.name ?? '';

describe('a block', () => {
  it('removes the conversation and the likes for both members at once, and tells their devices', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test, { credits: 50 })];
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    await ada.call('addLike', { profile: bo.id });
    const [adaHears, boHears] = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    await bo.call('blockMember', { profile: ada.id });
    for (const member of [ada, bo]) {
      expect((await member.call('listChats')).body.chats).toEqual([]);
      expect((await member.call('listLikes')).body).toMatchObject({ profiles: [], liked_by: [], matches: [], new: [] });
    }
    for (const heard of [adaHears, boHears]) expect(heard).toContainEqual({ type: 'conversation-gone', conversation });
    expect(boHears).toContainEqual({ type: 'like-gone', profile: ada.id });
    expect(adaHears).toContainEqual({ type: 'like-given', profile: null, id: bo.id });
  });

  it('is reported to the blocked member by every call, and nothing reaches the blocker (MSG-09)', async () => {
    const { ada, bo, conversation } = await fallOut();
    const heard = hearEvents(test, bo.id);
    const name = await getName(bo);
    const text = { text: 'let me in', idempotency_key: randomUUID() };
    const gift = { gift: 'rose', idempotency_key: randomUUID() };
    const tries = [
      ada.call('sendMessage', { conversation, ...text }),
      ada.call('sendMessage', { profile: bo.id, ...text }),
      ada.call('sendGift', { conversation, ...gift }),
      ada.call('sendGift', { profile: bo.id, ...gift }),
      ada.call('getChat', { conversation }),
      ada.call('getChat', { profile: bo.id }),
      ada.call('getProfile', { id: bo.id }),
      ada.call('addLike', { profile: bo.id }),
    ];
    for (const answer of await Promise.all(tries))
      expect(answer).toMatchObject({ status: 403, body: { error: 'profile.blocked-you', name } });
    await publishTyping(test.context, ada.id, conversation);
    await markRead(test.context, ada.id, conversation, 99);
    expect(heard).toEqual([]);
    expect((await bo.call('listChats')).body.chats).toEqual([]);
    const { balance } = (await ada.call('listLedger')).body;
    expect(balance).toBe(95);
  });

  it('must be lifted before its owner can write again, and does not restore what it removed', async () => {
    const { ada, bo, conversation } = await fallOut();
    const blocked = { status: 403, body: { error: 'chat.you-blocked', name: await getName(ada) } };
    expect(await sendText(bo, { profile: ada.id })).toMatchObject(blocked);
    expect((await bo.call('getChat', { profile: ada.id })).body).toMatchObject({
      send_blocker: 'you-blocked',
      conversation: null,
    });
    expect((await bo.call('getChat', { conversation })).body.error).toBe('chat.not-found');
    await bo.call('unblockMember', { profile: ada.id });
    await bo.call('unblockMember', { profile: ada.id });
    expect((await bo.call('getChat', { profile: ada.id })).body).toMatchObject({ send_blocker: null, messages: [] });
    expect((await sendText(ada, { profile: bo.id })).body.message).toMatchObject({ conversation, seq: 3 });
    expect((await bo.call('getChat', { conversation })).body.messages).toMatchObject([{ seq: 3 }]);
  });

  it('is listed only for its owner, not while the other blocks back, and only its owner can lift it', async () => {
    const { ada, bo } = await fallOut();
    expect((await bo.call('listBlocks')).body.profiles).toMatchObject([{ id: ada.id }]);
    expect((await ada.call('listBlocks')).body.profiles).toEqual([]);
    await ada.call('blockMember', { profile: bo.id });
    expect((await bo.call('listBlocks')).body.profiles).toEqual([]);
    await ada.call('unblockMember', { profile: bo.id });
    expect((await bo.call('listBlocks')).body.profiles).toMatchObject([{ id: ada.id }]);
    // The blocked member cannot lift the block.
    await ada.call('unblockMember', { profile: bo.id });
    expect((await sendText(ada, { profile: bo.id })).body.error).toBe('profile.blocked-you');
  });

  it('is refused for oneself, for unknown ids and for invisible members who never made contact', async () => {
    const ada = await quickMember(test);
    const invisible = await quickMember(test, { invisible: true });
    expect((await ada.call('blockMember', { profile: ada.id })).body.error).toBe('like.self');
    for (const profile of [randomUUID(), invisible.id])
      expect((await ada.call('blockMember', { profile })).body.error).toBe('profile.not-found');
    expect((await ada.call('listBlocks')).body.profiles).toEqual([]);
  });

  it('racing with a message leaves the message delivered and charged, or refused and free (MSG-08)', async () => {
    const outcomes = { delivered: 0, refused: 0 };
    for (let round = 0; round < 50; round += 1) {
      const [ada, bo] = [await quickMember(test, { credits: 10 }), await quickMember(test, { credits: 10 })];
      const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
      // Delays the block by a number of database round trips, so that it meets each step of the message.
      const blockAfter = async (steps: number): Promise<void> => {
        for (let step = 0; step < steps; step += 1) await test.sql('select 1');
        await bo.call('blockMember', { profile: ada.id });
      };
      const [sent] = await Promise.all([sendText(ada, { conversation }, 'now'), blockAfter(round % 10)]);
      const { balance } = (await ada.call('listLedger')).body;
      const [state] = await test.sql<{ messages: number; cleared: number }>(
        `select c.last_seq as messages, i.cleared_seq as cleared from conversations c join inbox i using (conversation_id)
          where c.conversation_id = $1 and i.member_id = $2 and i.hidden`,
        [conversation, bo.id],
      );
      const delivered = sent.status === 200;
      expect(delivered || sent.body.error === 'profile.blocked-you').toBe(true);
      expect({ balance, ...state }).toEqual({
        balance: delivered ? 0 : 5,
        messages: delivered ? 2 : 1,
        cleared: delivered ? 2 : 1,
      });
      outcomes[delivered ? 'delivered' : 'refused'] += 1;
    }
    expect(Math.min(outcomes.delivered, outcomes.refused)).toBeGreaterThan(0);
  });
});
