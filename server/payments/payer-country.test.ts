import { Writable } from 'node:stream';

import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { openShop } from '../../tests/support/payments.ts';
import { verifyBooks } from '../books/reports.ts';
import { dayMs } from '../platform/clock.ts';
import { createLog } from '../platform/monitoring/log.ts';

/** The evidence of the buyer's country at either provider: the sandboxes' cards and accounts are Dutch. */
describe.each(['mollie', 'stripe'] as const)('with %s, the evidence of where a buyer is', async (name) => {
  const lines: string[] = [];
  const destination = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const log = createLog('warn', destination);
  const shop = await openShop({ providers: { default: name }, env: { COUNTRY_HEADER: 'x-country' }, log });
  afterAll(shop.close);
  beforeEach(() => lines.splice(0));

  const warnings = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ event }) => event === 'payment-countries');
  const evidence = (paymentId: PaymentId) =>
    shop.value(
      'select array[country, declared_country, request_country, payer_country] from payments where payment_id = $1',
      [paymentId],
    );

  /** Places an unpaid order by a member of `country`, requested from another country. */
  async function ordered(country: 'NL' | 'BE', from: string | null, method: string) {
    const town = country === 'NL' ? {} : { country, town: 'be-aalst' };
    const buyer = await shop.test.member(town);
    const fields = { bundle: 'medium', paymentmethod: method, idempotency_key: crypto.randomUUID() };
    const { body } = await buyer.call('createPayment', fields, from === null ? {} : { 'x-country': from });
    const paymentId: PaymentId = body.payment.payment_id;
    return { buyer, paymentId, id: await shop.providerId(paymentId) };
  }

  it.each([
    ['a card', 'credit_card'],
    ['an account', 'ideal'],
  ])('is kept with an order that is paid by %s, and causes no warning if it agrees', async (_what, method) => {
    const { paymentId, id } = await ordered('NL', 'NL', method);
    expect(await evidence(paymentId)).toEqual(['NL', 'NL', 'NL', null]);
    await shop.settle(id);
    expect(await evidence(paymentId)).toEqual(['NL', 'NL', 'NL', 'NL']);
    expect(warnings()).toEqual([]);
  });

  it('lacks the country of the request if that is unknown, and causes no warning', async () => {
    for (const from of [null, 'XX', 'somewhere']) {
      const { paymentId, id } = await ordered('NL', from, 'credit_card');
      expect(await evidence(paymentId)).toEqual(['NL', 'NL', null, null]);
      await shop.settle(id);
      expect(await evidence(paymentId)).toEqual(['NL', 'NL', null, 'NL']);
    }
    expect(warnings()).toEqual([]);
  });

  it('causes one warning with only ids and countries if it disagrees, and is counted for finance', async () => {
    let note = '';
    const counted = async () => {
      await verifyBooks(
        shop.test.context.database,
        () => undefined,
        (line) => {
          if (line.includes(' not in ')) note = line;
        },
      );
      return Number(/not in (\d+) of/.exec(note)?.[1]);
    };
    const before = await counted();
    const { buyer, paymentId, id } = await ordered('BE', 'FR', 'credit_card');
    expect(warnings()).toEqual([]);
    await Promise.all([shop.settle(id), shop.settle(id), shop.settle(id)]);
    await shop.settle(id);
    expect(await evidence(paymentId)).toEqual(['BE', 'BE', 'FR', 'NL']);
    expect(warnings()).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        event: 'payment-countries',
        payment_id: paymentId,
        member: buyer.id,
        country: 'BE',
        declared: 'BE',
        request: 'FR',
        payer: 'NL',
        msg: expect.any(String),
      },
    ]);
    expect(await counted()).toBe(before + 1);
    expect(note).toMatch(/^SEE {2}/);
  });

  it('causes one warning if only a card that is reported after completion disagrees', async () => {
    const { paymentId, id } = await ordered('BE', 'BE', 'credit_card');
    await shop.settle(id);
    await shop.test.sql('alter table payments disable trigger payments_settled');
    await shop.test.sql('update payments set payer_country = null where payment_id = $1', [paymentId]);
    await shop.test.sql('alter table payments enable trigger payments_settled');
    lines.splice(0);
    await shop.hook(id);
    await shop.hook(id);
    expect(await evidence(paymentId)).toEqual(['BE', 'BE', 'BE', 'NL']);
    expect(warnings()).toHaveLength(1);
  });

  it('includes the declared country as well as the country of the prices', async () => {
    const { buyer } = await ordered('NL', 'NL', 'ideal');
    shop.test.clock.move(2 * dayMs);
    await buyer.call('updateProfile', { country: 'PL' });
    const { body } = await shop.order(buyer);
    expect(await evidence(body.payment.payment_id)).toEqual(['NL', 'PL', null, null]);
  });
});
