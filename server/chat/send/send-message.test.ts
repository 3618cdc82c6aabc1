import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { brokenInvariants, quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';

let test: TestApp;
let price: number;

beforeAll(async () => {
  test = await createTestApp();
  price = (await test.client().call('getSettings')).body.message_credits;
});
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
});

async function pair(credits = 100): Promise<[TestClient, TestClient]> {
  return [await quickMember(test, { credits }), await quickMember(test, { credits })];
}

describe('a first message', () => {
  it('starts a conversation for both members, charged to the sender and unread for the receiver', async () => {
    const [ada, bo] = await pair();
    const sent = await sendText(ada, { profile: bo.id }, 'good evening');
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({
      credits: 100 - price,
      message: { seq: 1, kind: 'text', own: true, text: 'good evening', credits: price, photo: null, gift: null },
    });
    const listed = (await bo.call('listChats')).body.chats;
    expect(listed).toMatchObject([
      {
        conversation: { id: sent.body.message.conversation, last_seq: 1, last_own: false, last_text: 'good evening' },
        profile: { id: ada.id },
        num_unread_messages: 1,
      },
    ]);
    const opened = (await bo.call('getChat', { conversation: sent.body.message.conversation })).body;
    expect(opened.messages).toMatchObject([{ own: false, credits: 0, idempotency_key: null, text: 'good evening' }]);
    expect((await ada.call('listChats')).body.chats).toMatchObject([
      { num_unread_messages: 0, profile: { id: bo.id } },
    ]);
  });

  it('gets answers in the same conversation with the next seq, by conversation or by profile', async () => {
    const [ada, bo] = await pair();
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    expect((await sendText(bo, { conversation })).body.message).toMatchObject({ conversation, seq: 2 });
    expect((await sendText(bo, { profile: ada.id })).body.message).toMatchObject({ conversation, seq: 3 });
  });

  it('is refused to unknown, invisible and unconfirmed members and to oneself', async () => {
    const ada = await quickMember(test, { credits: 50 });
    const invisible = await quickMember(test, { invisible: true });
    const newcomer = await quickMember(test, { confirmed: false });
    for (const profile of [randomUUID(), invisible.id, newcomer.id])
      expect(await sendText(ada, { profile })).toMatchObject({ status: 404, body: { error: 'profile.not-found' } });
    expect(await sendText(ada, { profile: ada.id })).toMatchObject({ status: 422, body: { error: 'chat.self' } });
    expect((await ada.call('getChat', { profile: invisible.id })).status).toBe(404);
    expect((await ada.call('listChats')).body.chats).toEqual([]);
  });

  it('reaches an invisible member who wrote first', async () => {
    const [ada, hidden] = [
      await quickMember(test, { credits: 50 }),
      await quickMember(test, { credits: 50, invisible: true }),
    ];
    await sendText(hidden, { profile: ada.id });
    expect((await sendText(ada, { profile: hidden.id })).status).toBe(200);
  });

  it('must name exactly one target: none and both give a field error', async () => {
    const [ada, bo] = await pair();
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    expect((await sendText(ada, {})).body).toMatchObject({ fields: { conversation: 'field.missing' } });
    expect((await sendText(ada, { conversation, profile: bo.id })).body).toMatchObject({
      fields: { profile: 'field.invalid' },
    });
  });
});

describe('the text of a message', () => {
  it('comes back exactly as typed, down to the last code point (MSG-10)', async () => {
    const [ada, bo] = await pair(200);
    const texts = [
      '👩‍👩‍👧‍👦 🏳️‍🌈',
      '\u202eright to left\u202c',
      '  spaces stay  \n\n',
      'e\u0301 é',
      '<script>&amp;',
      'x'.repeat(500),
      '👍'.repeat(500),
    ];
    for (const text of texts) {
      const sent = await sendText(ada, { profile: bo.id }, text);
      expect(sent.body.message.text).toBe(text);
    }
    const seen = (await bo.call('getChat', { profile: ada.id })).body.messages.map((message) => message.text);
    expect(seen).toEqual(texts);
  });

  it('is refused without a charge when it is empty, too long or broken (MSG-10)', async () => {
    const [ada, bo] = await pair();
    const refused: [string, number, object][] = [
      ['', 422, { error: 'chat.empty' }],
      [' \n\u200b', 422, { error: 'chat.empty' }],
      ['\u2800', 422, { error: 'chat.empty' }],
      ['\u3164\u034f\u0301\ufe0f', 422, { error: 'chat.empty' }],
      ['x'.repeat(501), 422, { fields: { text: 'field.too-long' } }],
      ['👍'.repeat(501), 422, { fields: { text: 'field.too-long' } }],
      ['a\0b', 422, { fields: { text: 'field.invalid' } }],
      ['a\ud83d', 422, { fields: { text: 'field.invalid' } }],
      ['x'.repeat(64 * 1024), 422, { fields: { text: 'field.too-long' } }],
    ];
    for (const [text, status, body] of refused)
      expect(await sendText(ada, { profile: bo.id }, text)).toMatchObject({ status, body });
    const chat = (await ada.call('getChat', { profile: bo.id })).body;
    expect(chat).toMatchObject({ conversation: null, messages: [], credits: 100 });
  });

  it('shows its first 120 code points in the list', async () => {
    const [ada, bo] = await pair();
    await sendText(ada, { profile: bo.id }, '🌷'.repeat(300));
    expect((await bo.call('listChats')).body.chats[0]?.conversation.last_text).toBe('🌷'.repeat(120));
  });
});

describe('the price of a message', () => {
  it('cannot exceed the balance: the call fails with chat.credits and changes nothing', async () => {
    const [ada, bo] = await pair(0);
    expect(await sendText(ada, { profile: bo.id })).toMatchObject({ status: 402, body: { error: 'chat.credits' } });
    expect((await bo.call('listChats')).body.chats).toEqual([]);
    expect((await ada.call('getChat', { profile: bo.id })).body).toMatchObject({ bar: 'credits', credits: 0 });
    expect(await test.sql('select 1 from conversation_pairs where $1 in (low_id, high_id)', [ada.id])).toEqual([]);
  });

  it('is zero for fictional members, whose reply is queued once', async () => {
    const ada = await quickMember(test);
    const demo = await quickMember(test, { fictional: true });
    const sent = await sendText(ada, { profile: demo.id });
    expect(sent.body).toMatchObject({ credits: 0, message: { credits: 0, seq: 1 } });
    expect((await ada.call('getChat', { profile: demo.id })).body).toMatchObject({ bar: null, message_credits: 0 });
    await sendText(ada, { profile: demo.id });
    const jobs = await test.sql<{ payload: unknown }>(
      `select j.payload from graphile_worker._private_jobs j where j.key = $1`,
      [`reply-as-fictional:${sent.body.message.conversation}`],
    );
    expect(jobs).toEqual([{ payload: { conversation_id: sent.body.message.conversation, seq: 2 } }]);
  });

  it('is set by the server: price fields from a client change nothing (AZN-04)', async () => {
    const [ada, bo] = await pair();
    const forged = { credits: 0, price: 0, seq: 99, sender: bo.id, own: false, member_id: bo.id };
    const sent = await ada.call('sendMessage', {
      profile: bo.id,
      text: 'hi',
      idempotency_key: randomUUID(),
      ...forged,
    });
    expect(sent.body).toMatchObject({ credits: 100 - price, message: { seq: 1, own: true, credits: price } });
  });
});

describe('confirmation', () => {
  it('is needed to receive an answer, but not to write first (MSG-11)', async () => {
    const newcomer = await quickMember(test, { credits: 50, confirmed: false, name: 'Newcomer Nia' });
    const bo = await quickMember(test, { credits: 50 });
    const { conversation } = (await sendText(newcomer, { profile: bo.id })).body.message;
    for (const target of [{ conversation }, { profile: newcomer.id }])
      expect(await sendText(bo, target)).toMatchObject({
        status: 403,
        body: { error: 'chat.unconfirmed', name: 'Newcomer Nia' },
      });
    expect((await bo.call('getChat', { conversation })).body).toMatchObject({ bar: 'unconfirmed', credits: 50 });
    await test.sql(`update members set status = 'active', confirmed_at = now() where member_id = $1`, [newcomer.id]);
    await test.sql(`update profiles set status = 'active' where member_id = $1`, [newcomer.id]);
    expect((await sendText(bo, { conversation })).status).toBe(200);
  });
});

describe('the conversations that free members may start', () => {
  it('are limited to two besides those with fictional members, and premium lifts the limit', async () => {
    const ada = await quickMember(test, { credits: 100 });
    const fictional = await quickMember(test, { fictional: true });
    const others = [await quickMember(test), await quickMember(test), await quickMember(test)];
    await sendText(ada, { profile: fictional.id });
    await sendText(ada, { profile: others[0]!.id });
    await sendText(ada, { profile: others[1]!.id });
    expect(await sendText(ada, { profile: others[2]!.id })).toMatchObject({
      status: 403,
      body: { error: 'chat.premium', max: 2 },
    });
    expect((await ada.call('getChat', { profile: others[2]!.id })).body.bar).toBe('premium');
    await test.sql('update members set paid_at = now() where member_id = $1', [ada.id]);
    expect((await sendText(ada, { profile: others[2]!.id })).status).toBe(200);
  });

  it('are not freed up by deleting one, and those started by others can always be answered', async () => {
    const ada = await quickMember(test, { credits: 100 });
    const [one, two, three] = [
      await quickMember(test),
      await quickMember(test),
      await quickMember(test, { credits: 50 }),
    ];
    const first = await sendText(ada, { profile: one.id });
    await sendText(ada, { profile: two.id });
    await ada.call('deleteChat', { conversation: first.body.message.conversation });
    await sendText(three, { profile: ada.id });
    expect((await sendText(ada, { profile: three.id })).status).toBe(200);
    expect((await sendText(ada, { profile: one.id })).status).toBe(200);
    expect((await sendText(ada, { profile: (await quickMember(test)).id })).body.error).toBe('chat.premium');
  });
});
