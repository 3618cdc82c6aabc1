import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { collected, newestCode, nextAccount, otherThan, start } from '../../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { dayMs } from '../../platform/clock.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe('a direct debit', () => {
  it('sends a code, shows the mandate, and is pending until the bank confirms it', async () => {
    const account = nextAccount();
    const { buyer, started, answer, paymentId, providerPayment } = await collected(shop, {
      iban: account.toLowerCase(),
      holder: ' Ada   Bakker ',
    });
    expect(started.body).toMatchObject({
      state: 'code',
      holder: 'Ada Bakker',
      iban: `DE••\u00a0••••\u00a03000`.replace('DE', account.slice(0, 2)).replace('3000', account.slice(-4)),
      payment: null,
    });
    expect(answer.body).toMatchObject({
      state: 'signed',
      payment: { status: 'pending', paymentmethod: 'sepa_direct_debit' },
    });
    expect(answer.body.mandate).toEqual(started.body.mandate);
    expect(answer.body.mandate.reference.length).toBeLessThanOrEqual(35);
    expect(answer.body.mandate.text.join(' ')).toContain('8 weeks');
    const { body } = await shop.sandbox.get(providerPayment);
    expect(body).toMatchObject({ method: 'directdebit', status: 'pending', sequenceType: 'recurring' });
    expect(body['details']).toMatchObject({ consumerAccount: account, consumerName: 'Ada Bakker' });
    expect((await buyer.call('listBundles')).body.credits).toBe(20);
    await shop.control(providerPayment, { status: 'paid' });
    await shop.hook(providerPayment);
    expect((await buyer.call('getPayment', { id: paymentId })).body).toMatchObject({
      payment: { status: 'completed' },
    });
    expect((await buyer.call('getDirectDebit', { id: started.body.id })).body.payment?.status).toBe('completed');
  });

  it.each(['en', 'de', 'fi'])(
    'is announced by email before its collection, in the language of the member: %s (MON-31, LEG-17)',
    async (language) => {
      const buyer = await shop.test.member();
      await buyer.call('updateUser', { language });
      const { answer } = await collected(shop, { iban: nextAccount() }, buyer);
      const { mandate, payment } = answer.body;
      await shop.test.runJobs();
      const [account] = await shop.test.sql<{ email: string }>('select email from members where member_id = $1', [
        buyer.id,
      ]);
      const mail = (await shop.test.outbox()).find(
        (entry) => entry.channel === 'mail' && entry.to === account?.email && entry.text.includes(mandate.reference),
      );
      expect(mail).toBeDefined();
      const text = (mail?.text ?? '').replaceAll(/\s+/g, ' ');
      for (const part of [mandate.creditor_id, mandate.creditor, ...mandate.text])
        expect(text).toContain(part.replaceAll(/\s+/g, ' '));
      const cents = String((payment?.amount ?? 0) % 100).padStart(2, '0');
      expect(text).toMatch(new RegExp(`${Math.floor((payment?.amount ?? 0) / 100)}[.,]${cents}`));
      expect(mandate.text[1]).toMatch(/8 weeks|acht Wochen|8 viikon/);
      expect(Date.parse(mandate.collect_on)).toBeGreaterThan(shop.test.clock.now().getTime());
      // The stored text is the text shown.
      const [row] = await shop.test.sql<{ mandate_text: string; creditor_id: string }>(
        'select mandate_text, creditor_id from debits where reference = $1',
        [mandate.reference],
      );
      expect(row).toEqual({ mandate_text: mandate.text.join('\n'), creditor_id: mandate.creditor_id });
    },
  );

  it('with a wrong code answers "Code invalid", and orders nothing', async () => {
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: nextAccount() })).body;
    const code = await newestCode(shop.test);
    for (const wrong of [otherThan(code), '', 'abcdef', `${code}0`, code.slice(1)]) {
      const answer = await buyer.call('confirmDirectDebit', { id, code: wrong });
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ error: 'debit.code-invalid', message: 'Code invalid' });
    }
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toEqual([]);
  });

  it('can be reviewed before it is confirmed, and repeated calls get the same answer', async () => {
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: nextAccount() })).body;
    const code = await newestCode(shop.test);
    const review = await buyer.call('confirmDirectDebit', {
      id,
      code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
      review: true,
    });
    expect(review.body).toMatchObject({ state: 'code', payment: null });
    const answers = await Promise.all(Array.from({ length: 8 }, () => buyer.call('confirmDirectDebit', { id, code })));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    const paymentId = answers[0]?.body.payment?.payment_id ?? '';
    expect(await shop.made(paymentId)).toBe(1);
    const { body } = await shop.sandbox.call('GET', '/v2/payments?limit=250');
    expect(
      body['_embedded'].payments.filter(
        (one: { metadata: { member_id?: string } }) => one.metadata?.member_id === buyer.id,
      ),
    ).toHaveLength(1);
    shop.test.clock.move(dayMs);
    expect((await buyer.call('confirmDirectDebit', { id, code })).body).toEqual(answers[0]?.body);
    expect((await buyer.call('confirmDirectDebit', { id, code: otherThan(code) })).body['error']).toBe(
      'debit.code-invalid',
    );
  });

  it('is collected by the next call if the provider fails at first', async () => {
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: nextAccount() })).body;
    const code = await newestCode(shop.test);
    await shop.fault('error500');
    expect((await buyer.call('confirmDirectDebit', { id, code })).body['error']).toBe('payment.provider');
    await shop.fault('none');
    const answer = await buyer.call('confirmDirectDebit', { id, code });
    expect(answer.body.payment?.status).toBe('pending');
    expect(await shop.made(answer.body.payment?.payment_id ?? '')).toBe(1);
  });

  it('gives no credits if the bank refuses it, and loses its credits if the bank returns it (MON-33)', async () => {
    const failing = await collected(shop, { iban: nextAccount() });
    await shop.control(failing.providerPayment, { status: 'failed' });
    await shop.hook(failing.providerPayment);
    expect((await failing.buyer.call('getPayment', { id: failing.paymentId })).body).toMatchObject({
      payment: { status: 'failed' },
      credits: 20,
    });
    const late = await collected(shop, { iban: nextAccount() });
    await shop.control(late.providerPayment, { status: 'paid' });
    await shop.hook(late.providerPayment);
    const before = (await late.buyer.call('listBundles')).body.credits ?? 0;
    expect(before).toBeGreaterThan(20);
    await shop.sandbox.call('POST', `/control/payments/${late.providerPayment}/chargeback`, { reason: 'AM04' });
    await shop.hook(late.providerPayment);
    expect((await late.buyer.call('listBundles')).body.credits).toBe(20);
  });
});

describe('a mandate', () => {
  it('is used for one payment and not after 36 months, which the database enforces, too (MON-32)', async () => {
    const { buyer, id, paymentId } = await collected(shop, { iban: nextAccount() });
    const copy = `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, status, mandate, created_at)
      select member_id, gen_random_uuid(), bundle_id, credits, amount, currency, method, provider, 'loading', mandate, $2
        from payments where payment_id = $1`;
    await expect(shop.test.sql(copy, [paymentId, shop.test.clock.now()])).rejects.toThrow();
    await expect(shop.test.sql('update debits set payment_id = null where debit_id = $1', [id])).rejects.toThrow(
      /once/,
    );
    await expect(shop.test.sql("update debits set mandate_text = 'Other' where debit_id = $1", [id])).rejects.toThrow(
      /as it was shown/,
    );
    expect((await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).length).toBe(1);
    // A mandate that was given and never used.
    const other = await shop.test.member();
    const unused = (await start(other, { iban: nextAccount() })).body.id;
    const code = await newestCode(shop.test);
    const signed = new Date(shop.test.clock.now().getTime() - 37 * 31 * dayMs);
    await shop.test.sql(
      "update debits set signed_at = $2, provider = 'mollie', mandate_id = 'mdt_old' where debit_id = $1",
      [unused, signed],
    );
    expect((await other.call('confirmDirectDebit', { id: unused, code })).body['error']).toBe('debit.expired');
    const insert = `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, status, mandate, created_at)
      values ($1, gen_random_uuid(), 'medium', 100, 1, 'EUR', 'sepa_direct_debit', 'mollie', 'loading', 'mdt_old', $2)`;
    await expect(shop.test.sql(insert, [other.id, shop.test.clock.now()])).rejects.toThrow(/cannot be used/);
  });

  it('of another member is not found, and a code does not fit another direct debit', async () => {
    const [owner, stranger] = [await shop.test.member(), await shop.test.member()];
    const { id } = (await start(owner, { iban: nextAccount() })).body;
    const code = await newestCode(shop.test);
    for (const answer of [
      await stranger.call('confirmDirectDebit', { id, code }),
      await stranger.call('getDirectDebit', { id }),
      await stranger.call('sendDirectDebitCode', { id, idempotency_key: randomUUID() }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'debit.not-found' } });
    const own = (await start(stranger)).body.id;
    expect((await stranger.call('confirmDirectDebit', { id: own, code })).body['error']).toBe('debit.code-invalid');
  });
});
