import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { hearEvents, quickMember, sendText, useCheckedApp } from '../../../tests/support/chat.ts';
import { type Outcome, type TestClient } from '../../../tests/support/test-app.ts';
import { returnMessagesToGone } from '../returns/return-unread.ts';
import { sendAsOperator } from './send-as-operator.ts';

const test = useCheckedApp();
let ada: TestClient;
let bo: TestClient;
let conversation: string;

beforeEach(async () => {
  [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test, { credits: 100 })];
  conversation = (await sendText(ada, { profile: bo.id }, 'hello')).body.message.conversation;
});

const leave = (who: TestClient): Promise<Outcome<'sayGoodbye'>> => who.call('sayGoodbye', { conversation });
const getCredits = async (who: TestClient): Promise<number> => (await who.call('getUser')).body.user.credits;
const closed = { status: 403, body: { error: 'chat.closed' } };

describe('a quiet goodbye', () => {
  it('is free and the last message for both members, after which neither can write', async () => {
    const heard = hearEvents(test, ada.id);
    const said = await leave(bo);
    expect(said).toMatchObject({
      status: 200,
      body: { message: { kind: 'goodbye', own: true, seq: 2, text: null, credits: 0 } },
    });
    expect(heard).toContainEqual(
      expect.objectContaining({ type: 'message', message: expect.objectContaining({ kind: 'goodbye', own: false }) }),
    );
    expect(heard).toContainEqual({ type: 'read', conversation, seq: 2, own: false });
    for (const [who, other] of [
      [ada, bo],
      [bo, ada],
    ] as const) {
      const before = await getCredits(who);
      expect(await sendText(who, { conversation })).toMatchObject(closed);
      expect(await sendText(who, { profile: other.id })).toMatchObject(closed);
      const gift = { conversation, gift: 'rose', idempotency_key: randomUUID() };
      expect(await who.call('sendGift', gift)).toMatchObject(closed);
      expect(await getCredits(who)).toBe(before);
      const chat = (await who.call('getChat', { conversation })).body;
      expect(chat).toMatchObject({ send_blocker: 'closed', messages: [{ text: 'hello' }, { kind: 'goodbye' }] });
    }
    expect([await getCredits(ada), await getCredits(bo)]).toEqual([95, 100]);
  });

  it('needs no credits, and can be said by a member who cannot afford a message', async () => {
    const poor = await quickMember(test, { credits: 5 });
    conversation = (await sendText(poor, { profile: bo.id })).body.message.conversation;
    expect((await poor.call('getChat', { conversation })).body).toMatchObject({ send_blocker: 'credits', credits: 0 });
    expect((await sendText(poor, { conversation })).body.error).toBe('chat.credits');
    expect(await leave(poor)).toMatchObject({ status: 200, body: { message: { credits: 0 } } });
    expect((await poor.call('getChat', { conversation })).body).toMatchObject({ send_blocker: 'closed', credits: 0 });
  });

  it('returns the same message when repeated, and cannot be said by the other member as well', async () => {
    const first = await leave(bo);
    const again = await Promise.all([leave(bo), leave(bo)]);
    for (const answer of again) expect(answer.body).toEqual(first.body);
    expect(await leave(ada)).toMatchObject(closed);
    expect((await ada.call('getChat', { conversation })).body.conversation?.last_seq).toBe(2);
  });

  it('is said by only one of two members who try at the same moment', async () => {
    const answers = await Promise.all([leave(ada), leave(bo), leave(ada), leave(bo)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 403, 403]);
    expect((await ada.call('getChat', { conversation })).body.conversation?.last_seq).toBe(2);
  });

  it('follows a message under way or refuses it for free, but never charges and drops it', async () => {
    const sends = await Promise.all([
      ...Array.from({ length: 8 }, () => sendText(ada, { conversation })),
      leave(bo),
      ...Array.from({ length: 8 }, () => sendText(ada, { conversation })),
    ]);
    const sent = sends.filter(({ status }) => status === 200).length - 1;
    expect(sends.filter(({ status }) => status === 403).length).toBe(16 - sent);
    expect(await getCredits(ada)).toBe(95 - 5 * sent);
    const { messages } = (await bo.call('getChat', { conversation })).body;
    expect(messages.map(({ kind }) => kind)).toEqual([...Array.from({ length: 1 + sent }, () => 'text'), 'goodbye']);
  });

  it('is enforced by the database itself', async () => {
    await leave(bo);
    const write = test.sql('update conversations set last_seq = last_seq + 1 where conversation_id = $1', [
      conversation,
    ]);
    await expect(write).rejects.toMatchObject({ constraint: 'conversations_closed' });
    const text = test.sql(
      `update messages set text = 'and one more thing' where conversation_id = $1 and kind = 'goodbye'`,
      [conversation],
    );
    await expect(text).rejects.toMatchObject({ constraint: 'messages_kind' });
  });

  it('lets both members see and like each other and delete the conversation, which stays closed', async () => {
    await leave(bo);
    expect((await ada.call('getProfile', { id: bo.id })).body.profile).toMatchObject({
      send_blocker: 'closed',
      conversation,
    });
    expect((await ada.call('addLike', { profile: bo.id })).status).toBe(200);
    expect((await ada.call('deleteChat', { conversation })).status).toBe(200);
    expect(await sendText(ada, { profile: bo.id })).toMatchObject(closed);
    expect((await bo.call('getChat', { conversation })).body.messages).toHaveLength(2);
  });

  it('is refused to non-participants and after a block', async () => {
    const eve = await quickMember(test);
    expect(await leave(eve)).toMatchObject({ status: 404, body: { error: 'chat.not-found' } });
    await bo.call('blockMember', { profile: ada.id });
    expect((await leave(ada)).status).toBe(404);
  });

  it.each([false, true])('does not reveal an invisible member (conversation deleted: %s)', async (isDeleted) => {
    await test.sql('update profiles set invisible = true where member_id = $1', [bo.id]);
    const reduced = expect.objectContaining({ id: bo.id, online: false });
    if (isDeleted) await ada.call('deleteChat', { conversation });
    const heard = hearEvents(test, ada.id);
    expect((await leave(bo)).status).toBe(200);
    expect(heard).toContainEqual(expect.objectContaining({ type: 'message', profile: reduced }));
    expect(heard.map(({ type }) => type)).not.toContain('read');
    expect((await ada.call('getProfile', { id: bo.id })).status).toBe(404);
    const chat = (await ada.call('getChat', { conversation })).body;
    expect(chat).toMatchObject({ profile: reduced, send_blocker: 'closed' });
    expect(chat.messages.at(-1)?.kind).toBe('goodbye');
  });

  it('still lets unread paid messages be returned', async () => {
    await leave(ada);
    await test.sql(`update members set status = 'deleted' where member_id = $1`, [bo.id]);
    await returnMessagesToGone(test.context);
    expect(await getCredits(ada)).toBe(100);
  });

  it('cancels a fictional member’s pending reply', async () => {
    const demo = await quickMember(test, { fictional: true });
    const begun = (await sendText(ada, { profile: demo.id })).body.message.conversation;
    await ada.call('sayGoodbye', { conversation: begun });
    await sendAsOperator(test.context, { fromId: demo.id, conversationId: begun, text: 'hi', answerTo: 1 });
    expect((await ada.call('getChat', { conversation: begun })).body.messages).toHaveLength(2);
  });
});
