import { randomUUID } from 'node:crypto';

import { afterAll, describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import {
  begun,
  collected,
  newestCode,
  nextAccount,
  otherThan,
  start,
  messages,
  newPhone,
  secondNode,
} from '../../../tests/support/direct-debit.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts';
import { smsCodeMinutes, smsCodeTriesMax } from '../../../contract/payments/limits.ts';
import { purgeDebits } from '../erase/erase-payments.ts';
import { purchasesAt } from '../../../tests/support/purchases.ts';
import { reconcilePayments } from '../reconcile-payments.ts';

const shop = await openShop();
afterAll(shop.close);

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
    const payment = { status: 'pending', paymentmethod: 'sepa_direct_debit' };
    expect(answer.body).toMatchObject({ state: 'signed', payment });
    expect(answer.body.mandate).toEqual(started.body.mandate);
    expect(answer.body.mandate.reference.length).toBeLessThanOrEqual(35);
    expect(answer.body.mandate.text.join(' ')).toContain('8 weeks');
    const { body } = await shop.sandbox.get(providerPayment);
    expect(body).toMatchObject({ method: 'directdebit', status: 'pending', sequenceType: 'recurring' });
    expect(body['details']).toMatchObject({ consumerAccount: account, consumerName: 'Ada Bakker' });
    expect((await buyer.call('listBundles')).body.credits).toBe(20);
    await shop.settle(providerPayment);
    expect((await shop.look(buyer, paymentId)).payment.status).toBe('completed');
    expect((await buyer.call('getDirectDebit', { id: started.body.id })).body.payment?.status).toBe('completed');
  });

  it.each(['en', 'de', 'fi'])(
    'is announced by mail before its collection, in the language of the member: %s (MON-31, LEG-17)',
    async (language) => {
      const buyer = await shop.test.member();
      await buyer.call('updateUser', { language });
      const { answer } = await collected(shop, {}, buyer);
      const { mandate, payment } = answer.body;
      await shop.test.runJobs();
      const email = await shop.getEmail(buyer);
      const mail = (await shop.test.outbox()).find(
        ({ channel, to, text }) => channel === 'mail' && to === email && text.includes(mandate.reference),
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
      const row = await shop.first('select mandate_text, creditor_id from debits where reference = $1', [
        mandate.reference,
      ]);
      expect(row).toEqual({ mandate_text: mandate.text.join('\n'), creditor_id: mandate.creditor_id });
    },
  );

  it.each([
    ['nl', 'BE68539007547034', 'in overeenstemming met de opdracht van', 'Europese domiciliëring laten terugbetalen'],
    [
      'fr',
      'BE68539007547034',
      'conformément aux instructions de',
      'dans les 8 semaines suivant la date de débit de ton compte. Tes',
    ],
    ['nl', 'NL91ABNA0417164300', 'eenmalige incasso-opdracht', 'laten terugboeken'],
  ])('has the words of the banks of its account: %s, %s', async (language, iban, authorisation, refund) => {
    const buyer = await shop.test.member();
    await buyer.call('updateUser', { language });
    const { started } = await begun(shop, { iban }, buyer);
    const [first, second] = started.body.mandate.text;
    expect([first, second]).toEqual([expect.stringContaining(authorisation), expect.stringContaining(refund)]);
  });

  it('with a wrong code answers "Code invalid", and orders nothing', async () => {
    const { buyer, code, confirm } = await begun(shop);
    for (const wrong of [otherThan(code), '', 'abcdef', `${code}0`, code.slice(1)]) {
      const answer = await confirm(wrong);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({ error: 'debit.code-invalid', message: 'Code invalid' });
    }
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toEqual([]);
  });

  it('can be reviewed before it is confirmed, and repeated calls get the same response', async () => {
    const { buyer, code, confirm } = await begun(shop);
    const review = await confirm(` ${code.slice(0, 3)} ${code.slice(3)}`, { review: true });
    expect(review.body).toMatchObject({ state: 'code', payment: null });
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm()));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    const paymentId = toId<PaymentId>(answers[0]?.body.payment?.payment_id);
    expect(await shop.made(paymentId)).toBe(1);
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toHaveLength(1);
    shop.test.clock.move(dayMs);
    expect((await confirm()).body).toEqual(answers[0]?.body);
    expect((await confirm(otherThan(code))).body['error']).toBe('debit.code-invalid');
  });

  it('is collected by the next call if the provider fails at first', async () => {
    const { confirm } = await begun(shop);
    await shop.fault('error500');
    expect((await confirm()).body['error']).toBe('payment.provider');
    await shop.fault('none');
    const answer = await confirm();
    expect(answer.body.payment?.status).toBe('pending');
    expect(await shop.made(toId(answer.body.payment?.payment_id))).toBe(1);
  });
});

describe('a mandate', () => {
  it('is used for one payment and not after 36 months, which the database also enforces (MON-32)', async () => {
    const { buyer, id, paymentId } = await collected(shop);
    const copy = `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, status, mandate, created_at)
      select member_id, gen_random_uuid(), bundle_id, credits, amount, currency, method, provider, 'loading', mandate, $2
        from payments where payment_id = $1`;
    await expect(shop.test.sql(copy, [paymentId, shop.test.clock.now()])).rejects.toThrow();
    const change = (set: string) => expect(shop.test.sql(`update debits set ${set} where debit_id = $1`, [id])).rejects;
    await change('payment_id = null').toThrow(/once/);
    await change("mandate_text = 'Other'").toThrow(/as it was shown/);
    expect((await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).length).toBe(1);
    // A mandate that was given and never used.
    const unused = await begun(shop);
    const signed = new Date(shop.test.clock.now().getTime() - 37 * 31 * dayMs);
    await shop.test.sql(
      "update debits set signed_at = $2, provider = 'mollie', mandate_id = 'mdt_old' where debit_id = $1",
      [unused.id, signed],
    );
    expect((await unused.confirm()).body['error']).toBe('debit.expired');
    const insert = `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, status, mandate, created_at)
      values ($1, gen_random_uuid(), 'medium', 100, 1, 'EUR', 'sepa_direct_debit', 'mollie', 'loading', 'mdt_old', $2)`;
    await expect(shop.test.sql(insert, [unused.buyer.id, shop.test.clock.now()])).rejects.toThrow(/cannot be used/);
  });

  it('of another member is not found, and a code does not fit another direct debit', async () => {
    const { id, code } = await begun(shop);
    const stranger = await shop.test.member();
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

describe('a code', () => {
  it('is sent at most three times an hour per member and per number (ABU-09)', async () => {
    const buyer = await shop.test.member();
    const sent = (await messages(shop.test)).length;
    for (let count = 0; count < 3; count++) expect((await start(buyer)).status).toBe(200);
    const refused = await start(buyer);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: 'debit.codes', minutes: 60 });
    expect(await messages(shop.test)).toHaveLength(sent + 3);
    const phone = newPhone();
    const others = await Promise.all(Array.from({ length: 5 }, () => shop.test.member()));
    const answers = await Promise.all(others.map((other) => start(other, { phone })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    shop.test.clock.move(hourMs + 1_000);
    expect((await start(buyer)).status).toBe(200);
  });

  it('can be sent again after a minute, and only the newest code counts', async () => {
    const { buyer, id, code: first, started, confirm } = await begun(shop);
    expect(started.body.resend_seconds).toBeGreaterThan(50);
    const sendAgain = (key: string) => buyer.call('sendDirectDebitCode', { id, idempotency_key: key });
    expect((await sendAgain(randomUUID())).body['error']).toBe('debit.codes');
    shop.test.clock.move(minuteMs + 1_000);
    const key = randomUUID();
    for (const _ of [1, 2]) expect((await sendAgain(key)).status).toBe(200);
    const second = await newestCode(shop.test);
    expect(second).not.toBe(first);
    expect((await confirm(first)).body['error']).toBe('debit.code-invalid');
    expect((await confirm(second)).status).toBe(200);
  });

  it('can be tried at most five times, even in parallel on two nodes (ABU-09)', async () => {
    const { buyer, id, code, confirm } = await begun(shop);
    const node = await secondNode(shop.test);
    const input = { id, code: otherThan(code) };
    const there = Array.from({ length: 20 }, () => node.call(buyer, 'confirmDirectDebit', input));
    const here = Array.from({ length: 20 }, () => buyer.call('confirmDirectDebit', input));
    for (const { body } of await Promise.all([...there, ...here])) expect(body['error']).toBe('debit.code-invalid');
    await node.close();
    expect(await shop.value('select tries from debits where debit_id = $1', [id])).toBe(smsCodeTriesMax);
    expect((await confirm()).body['error']).toBe('debit.code-invalid');
  });

  it('appears in no response, and neither responses nor tables reveal the IBAN or the number', async () => {
    const account = nextAccount();
    const phone = newPhone();
    const { id, code, answer, started } = await collected(shop, { iban: account, phone });
    const digits = phone.slice(1);
    for (const { body } of [answer, started])
      for (const secret of [code, account, digits]) expect(JSON.stringify(body)).not.toContain(secret);
    const tables = await shop.test.sql<{ name: string }>(
      "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables) {
      const rows = await shop.value<string | null>(`select json_agg(t)::text from ${name} t`);
      for (const secret of [account, digits]) expect(rows ?? '', name).not.toContain(secret);
    }
    expect(await shop.test.sql('select sealed from debits where debit_id = $1', [id])).toEqual([{ sealed: null }]);
  });

  it('expires after ten minutes, and is useless once the details are purged', async () => {
    const { id, confirm, state } = await begun(shop);
    shop.test.clock.move(smsCodeMinutes * minuteMs);
    expect((await confirm()).body['error']).toBe('debit.code-invalid');
    shop.test.clock.move(2 * hourMs + 1_000);
    await purgeDebits(shop.test.context);
    expect(await shop.test.sql('select sealed from debits where debit_id = $1', [id])).toEqual([{ sealed: null }]);
    expect((await confirm()).body['error']).toBe('debit.expired');
    expect(await state()).toBe('expired');
  });
});

const { spend, books } = purchasesAt(shop);

/** Lets days pass, both at the bank and on the server. */
async function pass(days: number): Promise<void> {
  await shop.pass(days);
  await reconcilePayments(shop.test.context);
}

it('a direct debit returned on day 55 takes back its credits, even if spent, and ends premium', async () => {
  const { buyer, paymentId, providerPayment } = await collected(shop);
  const { credits, amount } = (await shop.look(buyer, paymentId)).payment;
  const plan = [
    { days: 2, status: 'paid' },
    { days: 55, status: 'chargeback', reason: 'MD06' },
  ];
  await shop.control(providerPayment, { plan });
  await pass(3);
  // The provider's own webhook or the reconciler may settle it first; this waits for either.
  await shop.hook(providerPayment);
  expect(await books(buyer)).toMatchObject({ money: amount, premium: true });
  const balance = (await buyer.call('listBundles')).body.credits ?? 0;
  expect(balance).toBe(20 + credits);
  await spend(buyer, balance);
  await pass(51);
  await shop.hook(providerPayment);
  expect(await books(buyer)).toMatchObject({ balance: 0, money: amount, premium: true });

  await pass(1);
  await shop.hook(providerPayment);
  const returned = { balance: -credits, entries: -credits, lots: 0, money: 0, zero: 0, premium: false };
  expect(await books(buyer)).toMatchObject(returned);
  // Repeated webhooks and reconciler runs book it once.
  await Promise.all(Array.from({ length: 5 }, () => shop.hook(providerPayment)));
  await pass(14);
  expect(await books(buyer)).toMatchObject(returned);
});

/** The time bonus of 25 %, on a bundle for 19.99. */
const [reduced, full] = [1_499, 1_999];

it.each([{ discount_code: undefined }, { discount_code: 'TIMEBONUS25' }])(
  'a bank account that used the first-purchase discount pays full price elsewhere: $discount_code (MON-22)',
  async ({ discount_code }) => {
    const iban = nextAccount();
    const first = await collected(shop, { iban }, await shop.newcomer());
    expect(first.answer.body.payment).toMatchObject({ amount: reduced, discount_code: 'TIMEBONUS25' });
    const second = await shop.newcomer();
    const order = { bundle: 'medium', ...(discount_code !== undefined && { discount_code }) };
    const shown = (await second.call('priceOrder', order)).body;
    expect(shown).toMatchObject({ total: reduced, discount_used_by_account: false });
    const { started, confirm } = await begun(shop, { iban, ...order, total: shown.total }, second);
    const debit = started.body;
    // The code and the mandate agree to this price.
    expect(debit).toMatchObject({ amount: full, discount_code: null });
    expect(debit.mandate.text.join(' ')).toContain('19.99');
    expect((await second.call('priceOrder', { ...order, debit: debit.id })).body).toMatchObject({
      total: full,
      discount: null,
      discount_used_by_account: true,
    });
    expect((await confirm()).body).toMatchObject({ payment: { amount: full, discount_code: null } });
    // The member keeps the discount for an order paid by other means.
    expect((await second.call('priceOrder', order)).body.total).toBe(reduced);
  },
);

it('a single-use code that a bank account has used is refused when a direct debit starts', async () => {
  const iban = nextAccount();
  const named = { iban, discount_code: await shop.addCode() };
  expect((await collected(shop, named)).answer.status).toBe(200);
  const second = await shop.test.member();
  expect(await start(second, named)).toMatchObject({ status: 409, body: { error: 'code.used' } });
  expect((await start(second, { iban })).status).toBe(200);
});

it('a bank account that is used by another member between code and mandate changes the price', async () => {
  const iban = nextAccount();
  const slower = await shop.newcomer();
  const { started, confirm } = await begun(shop, { iban }, slower);
  expect(started.body.amount).toBe(reduced);
  await collected(shop, { iban }, await shop.newcomer());
  expect((await confirm()).body).toMatchObject({ error: 'payment.price-changed' });
  expect((await start(slower, { iban, idempotency_key: randomUUID() })).body.amount).toBe(full);
});
