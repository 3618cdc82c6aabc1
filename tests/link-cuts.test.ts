import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { cuts, type DatabaseProxy, startDatabaseProxy } from '../bench/faults/database-proxy.ts';
import { brokenInvariants, quickMember } from './support/chat.ts';
import { type Shop, openShop } from './support/payments.ts';
import type { TestClient } from './support/test-app.ts';

/** More cuts than any transaction has statements; the loop must end before. */
const mostStatements = 60;

/** A call that is repeated with the same input, and a count of its effects. */
interface Attempt {
  call(): Promise<{ status: number }>;
  effects(): Promise<number>;
}

describe('a call whose database connection is cut at any of its statements', () => {
  let proxy: DatabaseProxy;
  let shop: Shop;
  beforeAll(async () => {
    const { host, port } = inject('database');
    proxy = await startDatabaseProxy({ host, port });
    shop = await openShop({ database: { host: '127.0.0.1', port: proxy.port } });
  });
  afterAll(async () => {
    await shop.close();
    await proxy.close();
  });

  /** Prepares a keyed call from a member with credits to a new member, and a count of the messages. */
  async function toSomebody(name: 'sendMessage' | 'sendGift', fields: object): Promise<Attempt> {
    const sender = await quickMember(shop.test, { credits: 1_000, paid: true });
    const receiver = await quickMember(shop.test);
    const input = { profile: receiver.id, idempotency_key: randomUUID(), ...fields };
    return {
      call: () => sender.call(name, input),
      effects: () => count('select count(*)::int as n from messages where sender_id = $1', sender.id),
    };
  }

  async function ordered(): Promise<Attempt> {
    const buyer = await quickMember(shop.test);
    const input = { idempotency_key: randomUUID() };
    return {
      call: () => shop.order(buyer, input),
      effects: () => count('select count(*)::int as n from payments where member_id = $1', buyer.id),
    };
  }

  async function settled(): Promise<Attempt> {
    const buyer: TestClient = await quickMember(shop.test);
    const { payment_id: paymentId } = (await shop.order(buyer)).body.payment;
    const id = await shop.providerId(paymentId);
    await shop.control(id, { status: 'paid' });
    return {
      call: async () => ({ status: (await shop.hook(id)).statusCode }),
      effects: async () => (await shop.books(paymentId))?.entries ?? 0,
    };
  }

  async function chargedBack(): Promise<Attempt> {
    const { buyer, id } = await shop.pending();
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
    await shop.sandbox.call('POST', `/control/payments/${id}/chargeback`, {});
    return {
      call: async () => ({ status: (await shop.hook(id)).statusCode }),
      effects: async () =>
        count("select count(*)::int as n from ledger_entries where member_id = $1 and cause = 'chargeback'", buyer.id),
    };
  }

  async function count(text: string, id: string): Promise<number> {
    return (await shop.test.sql<{ n: number }>(text, [id]))[0]?.n ?? -1;
  }

  const operations: [string, () => Promise<Attempt>][] = [
    ['sendMessage', () => toSomebody('sendMessage', { text: 'cut' })],
    ['sendGift', () => toSomebody('sendGift', { gift: 'rose' })],
    ['createPayment', ordered],
    ['handlePaymentWebhook', settled],
    ['handlePaymentWebhook of a chargeback', chargedBack],
  ];

  it.each(operations)(
    'to %s takes effect at most once, and exactly once after a retry (FLT-03, FLT-04)',
    async (_name, begin) => {
      for (const cut of cuts) {
        let made = 0;
        for (; made < mostStatements; made += 1) {
          const { call, effects } = await begin();
          const before = proxy.done[cut];
          proxy.arm(cut, made);
          const { status } = await call();
          proxy.disarm();
          if (proxy.done[cut] === before) break;
          // Some statements are repeated by themselves, and some only save work.
          expect([200, 503], `${cut} ${made}, first`).toContain(status);
          expect(await effects(), `${cut} ${made}, first`).toBeLessThanOrEqual(1);
          expect((await call()).status, `${cut} ${made}, again`).toBe(200);
          expect(await effects(), `${cut} ${made}, in the end`).toBe(1);
        }
        expect(made, cut).toBeGreaterThan(0);
        expect(made, cut).toBeLessThan(mostStatements);
      }
      expect(await brokenInvariants(shop.test)).toEqual([]);
    },
  );
});
