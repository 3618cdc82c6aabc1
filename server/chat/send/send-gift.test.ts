import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { giftIds } from '../../../contract/chat/gifts.ts';
import { brokenInvariants, hearEvents, quickMember } from '../../../tests/support/chat.ts';
import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';
import { giftPrices } from '../gifts.data.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
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
    const writes = [
      'credits.insert-charges',
      'chat.append-messages',
      'chat.update-inboxes',
      'platform.store-answers',
      'commit',
    ];
    const real = pg.Client.prototype.query;
    for (const write of writes) {
      const key = randomUUID();
      const broken = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function query(
        this: pg.Client,
        ...values: unknown[]
      ) {
        const first = values[0] as { name?: string } | string;
        if (first === write || (typeof first === 'object' && first.name === write)) {
          void this.end().catch(() => undefined);
          return Promise.reject(new Error(`the connection broke at ${write}`));
        }
        return Reflect.apply(real, this, values) as never;
      } as never);
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
    const real = pg.Client.prototype.query;
    let commits = 0;
    const broken = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function query(
      this: pg.Client,
      ...values: unknown[]
    ) {
      const result: unknown = await Reflect.apply(real, this, values);
      if (values[0] !== 'commit') return result;
      commits += 1;
      throw new Error('the connection broke before the answer of the commit');
    } as never);
    const gift = { profile: bo.id, gift: 'tealight', idempotency_key: randomUUID() };
    const lost = await ada.call('sendGift', gift);
    broken.mockRestore();
    expect([lost.status, commits]).toEqual([500, 1]);
    expect((await ada.call('sendGift', gift)).body).toMatchObject({ credits: 85, message: { seq: 1 } });
    expect((await bo.call('listChats')).body.chats).toMatchObject([{ conversation: { last_seq: 1 } }]);
  });
});
