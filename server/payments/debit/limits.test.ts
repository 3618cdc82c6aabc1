import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { debitsPerDay } from '../../../contract/payments/limits.ts';
import { newPhone, newestCode, nextAccount, start } from '../../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { clearSiteCache } from '../../settings/find-site.ts';
import { debitBlocks } from './block-subjects.ts';
import { atDesk } from '../../../tests/support/at-desk.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const block = (command: keyof typeof debitBlocks, ...words: string[]) =>
  debitBlocks[command](atDesk(shop.test.context), words, () => undefined);

describe('the limits of direct debits', () => {
  it('refuse a bank account beyond its exposure, even if several members order in parallel (MON-33)', async () => {
    const account = nextAccount();
    await shop.test.sql(
      `insert into setting_scopes (scope, values) values ('default', '{"debit_exposure": 5000}') on conflict (scope) do update set values = setting_scopes.values || excluded.values`,
    );
    clearSiteCache();
    const begun = [];
    for (let count = 0; count < 4; count++) {
      const buyer = await shop.test.member();
      const { id } = (await start(buyer, { iban: account })).body;
      begun.push({ buyer, id, code: await newestCode(shop.test) });
    }
    const answers = await Promise.all(
      begun.map(({ buyer, id, code }) => buyer.call('confirmDirectDebit', { id, code })),
    );
    const open = await shop.test.sql<{ amount: number }>(
      "select amount from debit_uses where subject like 'iban:%' and member_id = any($1)",
      [begun.map(({ buyer }) => buyer.id)],
    );
    expect(open.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(5_000);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(open.length).toBe(answers.length - refused.length);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body } of refused) expect(body).toMatchObject({ error: 'debit.limit' });
    await shop.test.sql(`update setting_scopes set values = values - 'debit_exposure' where scope = 'default'`);
    clearSiteCache();
    // A payment that the bank has answered no longer counts as open.
    const paid = answers.find(({ status }) => status === 200)?.body.payment?.payment_id ?? '';
    const id = await shop.providerId(paid);
    await shop.control(id, { status: 'paid' });
    await shop.hook(id);
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
    await block('block-iban', account);
    expect((await start(buyer, { iban: account })).body).toMatchObject({
      error: 'debit.iban-blocked',
      message: 'This IBAN is blocked for direct debit payments.',
    });
    await block('unblock-iban', account);
    await block('block-phone', `+31${phone.slice(1)}`);
    expect((await start(buyer, { iban: account, phone })).body).toMatchObject({
      error: 'debit.phone-blocked',
      message: 'This mobile number is blocked for direct debit payments.',
    });
    await block('unblock-phone', `+31${phone.slice(1)}`);
    await block('block-debit', buyer.id);
    expect((await start(buyer, { iban: account, phone })).body).toMatchObject({
      error: 'debit.account-blocked',
      message: 'Your account is blocked for direct debit payments.',
    });
    expect((await buyer.call('listBundles')).body.paymentmethods).not.toContain('sepa_direct_debit');
    await block('unblock-debit', buyer.id);
    expect((await buyer.call('listBundles')).body.paymentmethods).toContain('sepa_direct_debit');
    expect((await start(buyer, { iban: account, phone })).status).toBe(200);
    const subjects = await shop.test.sql<{ subject: string }>('select subject from debit_subjects');
    for (const { subject } of subjects) expect(subject).not.toContain(account);
    expect(await block('block-iban', 'nonsense')).toBe(1);
  });

  it('refuse an IBAN that is blocked between the code and the order', async () => {
    const account = nextAccount();
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: account })).body;
    const code = await newestCode(shop.test);
    await block('block-iban', account);
    expect((await buyer.call('confirmDirectDebit', { id, code })).body['error']).toBe('debit.iban-blocked');
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
