import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { createId } from '../../platform/ids.ts';
import { giftIds } from '../../../contract/chat/gifts.ts';
import {
  brokenInvariants,
  hearEvents,
  quickMember,
  sendText,
  twoMembers,
  useCheckedApp,
  replaceStatements,
} from '../../../tests/support/chat.ts';
import { giftPrices } from '../gifts.data.ts';
import { sendAsOperator } from './send-as-operator.ts';
import { sendSignupMessage } from './send.ts';

const test = useCheckedApp();
let price: number;

beforeAll(async () => {
  price = (await test.client().call('getSettings')).body.message_credits;
});

const pair = (credits?: number) => twoMembers(test, credits);

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

  it('must name exactly one target, which exists and is not oneself', async () => {
    const [ada, bo] = await pair();
    expect((await sendText(ada, { profile: randomUUID() })).body.error).toBe('profile.not-found');
    expect(await sendText(ada, { profile: ada.id })).toMatchObject({ status: 422, body: { error: 'chat.self' } });
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
    const [atAda, atBo] = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    expect(await sendText(ada, { profile: bo.id })).toMatchObject({ status: 402, body: { error: 'chat.credits' } });
    expect([atAda, atBo]).toEqual([[], []]);
    expect((await bo.call('listChats')).body.chats).toEqual([]);
    expect((await ada.call('getChat', { profile: bo.id })).body).toMatchObject({ send_blocker: 'credits', credits: 0 });
    expect(await test.sql('select 1 from conversation_pairs where $1 in (low_id, high_id)', [ada.id])).toEqual([]);
  });

  it('is zero for fictional members, whose reply is queued once', async () => {
    const ada = await quickMember(test);
    const demo = await quickMember(test, { fictional: true });
    const sent = await sendText(ada, { profile: demo.id });
    expect(sent.body).toMatchObject({ credits: 0, message: { credits: 0, seq: 1 } });
    expect((await ada.call('getChat', { profile: demo.id })).body).toMatchObject({
      send_blocker: null,
      message_credits: 0,
    });
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
    expect((await bo.call('getChat', { conversation })).body).toMatchObject({
      send_blocker: 'unconfirmed',
      credits: 50,
    });
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
    expect((await ada.call('getChat', { profile: others[2]!.id })).body.send_blocker).toBe('premium');
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

describe('gifts', () => {
  it('are listed with their prices for everybody, cheapest first', async () => {
    const { gifts } = (await test.client().call('listGifts')).body;
    expect(gifts.map((gift) => gift.id).toSorted()).toEqual([...giftIds].toSorted());
    expect(gifts[0]).toEqual({ id: 'tealight', credits: 15 });
    expect(gifts.map((gift) => gift.credits)).toEqual(gifts.map((gift) => gift.credits).toSorted((a, b) => a - b));
  });

  it('cost their listed price and carry a note', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test)];
    const heard = hearEvents(test, bo.id);
    const key = randomUUID();
    const wanted = { profile: bo.id, gift: 'rose', note: 'for you 🌹', idempotency_key: key, credits: 1 };
    const sent = await ada.call('sendGift', wanted);
    expect(sent.body).toMatchObject({
      credits: 100 - giftPrices.rose,
      message: { kind: 'gift', gift: 'rose', text: 'for you 🌹', credits: giftPrices.rose, seq: 1 },
    });
    expect(await ada.call('sendGift', wanted)).toEqual({ ...sent, headers: expect.anything() });
    expect(heard).toMatchObject([{ type: 'message', message: { gift: 'rose', credits: 0 }, num_unread_messages: 1 }]);
    const entries = (await ada.call('listLedger')).body.entries;
    expect(entries[0]).toMatchObject({ cause: 'gift', credits: -giftPrices.rose });
    const blank = { profile: bo.id, gift: 'tealight', note: '\u2800\u3164', idempotency_key: randomUUID() };
    expect((await ada.call('sendGift', blank)).body.message).toMatchObject({ gift: 'tealight', text: null });
  });

  it('cost nothing when given to fictional members, so that no money can be spent there (LEG-03)', async () => {
    const [ada, demo] = [await quickMember(test), await quickMember(test, { fictional: true })];
    const { credits } = (await ada.call('getChat', { profile: demo.id })).body;
    for (const gift of giftIds) {
      const sent = await ada.call('sendGift', { profile: demo.id, gift, idempotency_key: randomUUID() });
      expect(sent.body).toMatchObject({ credits, message: { kind: 'gift', credits: 0 } });
    }
    const causes = (await ada.call('listLedger')).body.entries.map(({ cause }) => cause);
    expect(causes.filter((cause) => cause !== 'signup')).toEqual([]);
  });

  it('are refused without charge for lack of credits, an unknown kind or too long a note', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 14 }), await quickMember(test)];
    const send = (input: object) => ada.call('sendGift', { profile: bo.id, idempotency_key: randomUUID(), ...input });
    expect((await send({ gift: 'tealight' })).body.error).toBe('chat.credits');
    expect((await send({ gift: 'diamond' })).status).toBe(422);
    expect((await send({ gift: 'tealight', note: 'x'.repeat(201) })).body.fields).toEqual({ note: 'field.too-long' });
    expect((await ada.call('getChat', { profile: bo.id })).body).toMatchObject({ conversation: null, credits: 14 });
  });

  it('are stored with their charge or not at all when the database connection breaks (MON-26)', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 1_000 }), await quickMember(test)];
    const gift = { profile: bo.id, gift: 'tealight', note: 'kept' };
    // The writes of a gift in order; the connection breaks at each in turn.
    const writes = ['credits.insert-charges', 'chat.store-messages', 'commit'];
    for (const write of writes) {
      const key = randomUUID();
      const broken = replaceStatements((name, run, client) => {
        if (name !== write) return run();
        void client.end().catch(() => undefined);
        return Promise.reject(new Error(`the connection broke at ${write}`));
      });
      const lost = await ada.call('sendGift', { ...gift, idempotency_key: key });
      broken.mockRestore();
      expect([write, lost.status]).toEqual([write, 500]);
      expect([write, await brokenInvariants(test)]).toEqual([write, []]);
      expect((await ada.call('sendGift', { ...gift, idempotency_key: key })).status).toBe(200);
    }
    expect((await bo.call('listChats')).body.chats[0]?.num_unread_messages).toBe(writes.length);
  });

  it('are charged once when a retry under the same key follows a lost response (MON-06)', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test)];
    let commits = 0;
    const broken = replaceStatements(async (name, run) => {
      const result = await run();
      if (name !== 'commit') return result;
      commits += 1;
      throw new Error('the connection broke before the answer of the commit');
    });
    const gift = { profile: bo.id, gift: 'tealight', idempotency_key: randomUUID() };
    const lost = await ada.call('sendGift', gift);
    broken.mockRestore();
    expect([lost.status, commits]).toEqual([500, 1]);
    expect((await ada.call('sendGift', gift)).body).toMatchObject({ credits: 85, message: { seq: 1 } });
    expect((await bo.call('listChats')).body.chats).toMatchObject([{ conversation: { last_seq: 1 } }]);
  });
});

describe('a message in the operator’s name', () => {
  it('arrives like any other message, from a profile labeled as fictional', async () => {
    const [ada, demo] = [await quickMember(test), await quickMember(test, { fictional: true })];
    const { conversation } = (await sendText(ada, { profile: demo.id })).body.message;
    const heard = hearEvents(test, ada.id);
    await sendAsOperator(test.context, { fromId: demo.id, conversationId: conversation, text: 'I am a demo member.' });
    expect(heard).toMatchObject([
      { type: 'message', message: { seq: 2, own: false }, profile: { fictional: true }, num_unread_messages: 1 },
    ]);
    expect((await ada.call('getChat', { conversation })).body.messages.at(-1)?.text).toBe('I am a demo member.');
  });

  it('is never written in the name of a real member', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    const forged = sendAsOperator(test.context, { fromId: bo.id, conversationId: conversation, text: 'not me' });
    await expect(forged).rejects.toThrow(/fictional members only/);
    expect((await ada.call('getChat', { conversation })).body.messages).toHaveLength(1);
  });

  it('answers a message once, however often its job runs', async () => {
    const [ada, demo] = [await quickMember(test), await quickMember(test, { fictional: true })];
    const { conversation, seq } = (await sendText(ada, { profile: demo.id })).body.message;
    const answer = { fromId: demo.id, conversationId: conversation, text: 'yes', answerTo: seq };
    await Promise.all([sendAsOperator(test.context, answer), sendAsOperator(test.context, answer)]);
    await sendAsOperator(test.context, answer);
    expect((await ada.call('getChat', { conversation })).body.messages.map((message) => message.seq)).toEqual([1, 2]);
  });

  it('is not sent after a block or in a deleted conversation', async () => {
    const [ada, demo] = [await quickMember(test), await quickMember(test, { fictional: true })];
    const { conversation, seq } = (await sendText(ada, { profile: demo.id })).body.message;
    const answer = { fromId: demo.id, conversationId: conversation, text: 'yes', answerTo: seq };
    await ada.call('deleteChat', { conversation });
    await sendAsOperator(test.context, answer);
    await ada.call('blockMember', { profile: demo.id });
    await sendAsOperator(test.context, { ...answer, text: 'hello?' });
    expect((await ada.call('listChats')).body.chats).toEqual([]);
  });
});

describe('a sign-up message', () => {
  it('is paid for with the sign-up credits', async () => {
    const [newcomer, bo] = [await quickMember(test, { credits: 20, confirmed: false }), await quickMember(test)];
    await sendSignupMessage(test.context, { memberId: newcomer.id, toId: bo.id, text: 'hi Bo' });
    expect((await bo.call('listChats')).body.chats).toMatchObject([{ conversation: { last_text: 'hi Bo' } }]);
    expect((await newcomer.call('listLedger')).body.balance).toBe(15);
  });

  it('never makes the sign-up fail', async () => {
    const newcomer = await quickMember(test);
    const bo = await quickMember(test);
    const wanted = [
      { toId: createId<MemberId>(), text: 'nobody' },
      { toId: newcomer.id, text: 'myself' },
      { toId: bo.id, text: 'without credits' },
      { toId: bo.id, text: ' ' },
    ];
    for (const { toId, text } of wanted)
      await expect(sendSignupMessage(test.context, { memberId: newcomer.id, toId, text })).resolves.toBeUndefined();
    expect((await bo.call('listChats')).body.chats).toEqual([]);
  });
});
