import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { debitsPerDay } from '../../../contract/payments/limits.ts';
import { begun, newPhone, nextAccount, start, messages } from '../../../tests/support/direct-debit.ts';
import { openShop } from '../../../tests/support/payments.ts';
import { debitBlocks } from './block-subjects.ts';
import { runAsStaff } from '../../../tests/support/as-staff.ts';
import { hourMs } from '../../platform/clock.ts';
import { purgeDebits } from '../erase/erase-payments.ts';

const shop = await openShop();
afterAll(shop.close);

const block = async (command: keyof typeof debitBlocks, ...words: string[]) =>
  (await runAsStaff(debitBlocks[command], shop.test.context, words)).exit;

describe('the limits of direct debits', () => {
  it('refuse a bank account beyond its exposure, even if several members order in parallel (MON-33)', async () => {
    const account = nextAccount();
    await shop.setSettings({ debit_exposure: 5_000 });
    const debits = [];
    for (let count = 0; count < 4; count++) debits.push(await begun(shop, { iban: account }));
    const answers = await Promise.all(debits.map(({ confirm }) => confirm()));
    const open = await shop.test.sql<{ amount: number }>(
      "select amount from debit_uses where subject like 'iban:%' and member_id = any($1)",
      [debits.map(({ buyer }) => buyer.id)],
    );
    expect(open.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(5_000);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(open.length).toBe(answers.length - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body } of refused) expect(body).toMatchObject({ error: 'debit.limit' });
    await shop.dropSetting('debit_exposure');
    // A payment about which the bank has responded no longer counts as open.
    const paid = toId<PaymentId>(answers.find(({ status }) => status === 200)?.body.payment?.payment_id);
    const id = await shop.providerId(paid);
    await shop.settle(id);
    expect(await shop.test.sql('select 1 from debit_uses where payment_id = $1 and closed_at is null', [paid])).toEqual(
      [],
    );
  });

  it(`allow a member ${debitsPerDay} direct debits a day`, async () => {
    const buyer = await shop.test.member();
    await shop.test.sql(
      `insert into debit_uses (subject, payment_id, member_id, amount, created_at, closed_at)
      select 'member:' || $1, gen_random_uuid(), $1::uuid, 1, $2, $2 from generate_series(1, ${debitsPerDay})`,
      [buyer.id, shop.test.clock.now()],
    );
    expect((await start(buyer)).body['error']).toBe('debit.limit');
  });

  it('refuse a blocked IBAN, number or member with the specified text, until unblocked', async () => {
    const account = nextAccount();
    const phone = newPhone();
    const buyer = await shop.test.member();
    for (const [kind, value, error, message] of [
      ['iban', account, 'debit.iban-blocked', 'This IBAN is blocked for direct debit payments.'],
      [
        'phone',
        `+31${phone.slice(1)}`,
        'debit.phone-blocked',
        'This mobile number is blocked for direct debit payments.',
      ],
      ['debit', buyer.id, 'debit.account-blocked', 'Your account is blocked for direct debit payments.'],
    ] as const) {
      const offered = async () => (await buyer.call('listBundles')).body.paymentmethods.includes('sepa_direct_debit');
      await block(`block-${kind}`, value);
      expect((await start(buyer, { iban: account, phone })).body).toMatchObject({ error, message });
      expect(await offered()).toBe(kind !== 'debit');
      await block(`unblock-${kind}`, value);
      expect(await offered()).toBe(true);
    }
    expect((await start(buyer, { iban: account, phone })).status).toBe(200);
    const subjects = await shop.test.sql<{ subject: string }>('select subject from debit_subjects');
    for (const { subject } of subjects) expect(subject).not.toContain(account);
    expect(await block('block-iban', 'nonsense')).toBe(1);
  });

  it('refuse an IBAN that is blocked between the code and the order', async () => {
    const account = nextAccount();
    const { buyer, confirm } = await begun(shop, { iban: account });
    await block('block-iban', account);
    expect((await confirm()).body['error']).toBe('debit.iban-blocked');
    expect(await shop.test.sql('select 1 from payments where member_id = $1', [buyer.id])).toEqual([]);
  });

  it('refuse an outdated price, invalid fields and other currencies', async () => {
    const buyer = await shop.test.member();
    expect((await start(buyer, { total: 1 })).body['error']).toBe('payment.price-changed');
    const idempotency_key = randomUUID();
    const account = { iban: 'NL00ABNA0417164300', phone: '0900 1234567', holder: 'Robin Haan' };
    const fields = { bundle: 'medium', ...account, idempotency_key };
    const wrong = await buyer.call('startDirectDebit', fields);
    expect(wrong.body).toMatchObject({
      error: 'input.invalid',
      fields: { iban: 'iban.invalid', phone: 'phone.not-mobile' },
    });
    const polish = await shop.test.member({ country: 'PL', town: 'pl-wroclaw' });
    expect((await start(polish, { phone: '+48512345678' })).body['error']).toBe('payment.method');
  });
});

afterEach(async () => {
  await shop.fault('none');
  await shop.stripe.call('PUT', '/control/faults', { mode: 'none' });
  await shop.setProviders({ default: 'mollie' });
});

describe('a bank account that the provider does not debit', () => {
  it('is refused before a code is sent', async () => {
    const sent = (await messages(shop.test)).length;
    for (const [provider, iban] of [
      ['mollie', 'GB82WEST12345698765432'],
      ['mollie', 'CH9300762011623852957'],
      ['mollie', 'AL47212110090000000235698741'],
      ['stripe', 'GB29NWBK60161331926819'],
      ['stripe', 'CH9300762011623852957'],
      ['stripe', 'SM86U0322509800000000270100'],
    ] as const) {
      await shop.setProviders({ default: provider });
      const answer = await start(await shop.test.member(), { iban });
      expect(answer, iban).toMatchObject({ status: 422, body: { fields: { iban: 'iban.country' } } });
    }
    expect(await messages(shop.test)).toHaveLength(sent);
  });

  it('is debited by a provider that supports its country, unless the site has changed its provider since', async () => {
    const iban = 'SM86U0322509800000000270100';
    expect((await (await begun(shop, { iban })).confirm()).body.payment?.status).toBe('pending');
    const { confirm } = await begun(shop, { iban });
    await shop.setProviders({ default: 'stripe' });
    expect(await confirm()).toMatchObject({ status: 422, body: { error: 'debit.refused' } });
  });
});

describe.each(['mollie', 'stripe'] as const)('a mandate that %s refuses', (provider) => {
  const path = provider === 'mollie' ? '/mandates' : '/v1/setup_intents';
  const call = (body: object) =>
    (provider === 'mollie' ? shop.sandbox : shop.stripe).call('PUT', '/control/faults', body);

  beforeEach(() => shop.setProviders({ default: provider }));

  it('is answered as a refusal, and the direct debit ends and forgets its account number', async () => {
    const { buyer, id, confirm } = await begun(shop);
    await call({ mode: 'refuse', path });
    const refused = { status: 422, body: { error: 'debit.refused' } };
    expect(await confirm()).toMatchObject(refused);
    await call({ mode: 'none' });
    // Asking again still reports the refusal, not a passing fault.
    expect(await confirm()).toMatchObject(refused);
    expect((await buyer.call('getDirectDebit', { id })).body).toMatchObject({ state: 'refused', payment: null });
    const row = await shop.first('select sealed, mandate_id, payment_id from debits where debit_id = $1', [id]);
    expect(row).toEqual({ sealed: null, mandate_id: null, payment_id: null });
    await expect(shop.test.sql("update debits set mandate_id = 'mdt_late' where debit_id = $1", [id])).rejects.toThrow(
      /debits_refused/,
    );
    // Another account of the member is a separate direct debit.
    expect((await (await begun(shop, {}, buyer)).confirm()).body.payment?.status).toBe('pending');
  });

  it('stays signed after an unknown outcome, and expires once the account number is purged', async () => {
    const { confirm, state } = await begun(shop);
    await call({ mode: 'error500', path });
    expect((await confirm()).body['error']).toBe('payment.provider');
    expect(await state()).toBe('signed');
    shop.test.clock.move(3 * hourMs);
    await purgeDebits(shop.test.context);
    expect((await confirm()).body['error']).toBe('debit.expired');
    expect(await state()).toBe('expired');
  });
});

it('a direct debit whose payment the provider refuses is a failed order', async () => {
  const { buyer, confirm } = await begun(shop);
  await shop.sandbox.call('PUT', '/control/faults', { mode: 'refuse', path: '/v2/payments' });
  const answer = await confirm();
  expect(answer.status).toBe(200);
  const { payment } = await shop.look(buyer, answer.body.payment?.payment_id ?? '');
  expect(payment).toMatchObject({ status: 'failed', paymentmethod: 'sepa_direct_debit' });
});

it('a mandate requires the name of the holder, and the provider also gets the email address', async () => {
  await shop.setProviders({ default: 'stripe' });
  const buyer = await shop.test.member();
  for (const holder of ['', '  \n ', '\u200b'])
    expect(await start(buyer, { iban: nextAccount(), holder })).toMatchObject({
      status: 422,
      body: { fields: { holder: 'field.missing' } },
    });
  const { id, confirm } = await begun(shop, { holder: 'Ada Bakker' }, buyer);
  await confirm();
  const debit = await shop.first<{ mandate_id: string; email: string }>(
    'select mandate_id, email from debits join members using (member_id) where debit_id = $1',
    [id],
  );
  const { body } = await shop.stripe.call('GET', `/v1/payment_methods/${debit?.mandate_id}`);
  expect(body['billing_details']).toMatchObject({ name: 'Ada Bakker', email: debit?.email });
});
