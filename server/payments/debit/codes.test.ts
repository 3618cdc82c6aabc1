import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { smsCodeMinutes, smsCodeTriesMax } from '../../../contract/payments/limits.ts';
import {
  collected,
  messages,
  newPhone,
  newestCode,
  nextAccount,
  otherThan,
  secondNode,
  start,
} from '../../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { purgeDebits } from './purge-debits.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

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
    const buyer = await shop.test.member();
    const { id, resend_seconds: seconds } = (await start(buyer, { iban: nextAccount() })).body;
    expect(seconds).toBeGreaterThan(50);
    const first = await newestCode(shop.test);
    expect((await buyer.call('sendDirectDebitCode', { id, idempotency_key: randomUUID() })).body['error']).toBe(
      'debit.codes',
    );
    shop.test.clock.move(minuteMs + 1_000);
    const key = randomUUID();
    const again = await buyer.call('sendDirectDebitCode', { id, idempotency_key: key });
    expect((await buyer.call('sendDirectDebitCode', { id, idempotency_key: key })).status).toBe(200);
    expect(again.status).toBe(200);
    const second = await newestCode(shop.test);
    expect(second).not.toBe(first);
    expect((await buyer.call('confirmDirectDebit', { id, code: first })).body['error']).toBe('debit.code-invalid');
    expect((await buyer.call('confirmDirectDebit', { id, code: second })).status).toBe(200);
  });

  it('can be tried at most five times, even in parallel on two nodes (ABU-09)', async () => {
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: nextAccount() })).body;
    const code = await newestCode(shop.test);
    const node = await secondNode(shop.test);
    const input = { id, code: otherThan(code) };
    const there = Array.from({ length: 20 }, () => node.call(buyer, 'confirmDirectDebit', input));
    const here = Array.from({ length: 20 }, () => buyer.call('confirmDirectDebit', input));
    for (const { body } of await Promise.all([...there, ...here])) expect(body['error']).toBe('debit.code-invalid');
    await node.close();
    const [row] = await shop.test.sql<{ tries: number }>('select tries from debits where debit_id = $1', [id]);
    expect(row?.tries).toBe(smsCodeTriesMax);
    expect((await buyer.call('confirmDirectDebit', { id, code })).body['error']).toBe('debit.code-invalid');
  });

  it('expires after ten minutes', async () => {
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: nextAccount() })).body;
    const code = await newestCode(shop.test);
    shop.test.clock.move(smsCodeMinutes * minuteMs);
    expect((await buyer.call('confirmDirectDebit', { id, code })).body['error']).toBe('debit.code-invalid');
  });

  it('appears in no answer, and neither answers nor tables reveal the IBAN or the number', async () => {
    const account = nextAccount();
    const phone = newPhone();
    const { id, code, answer, started } = await collected(shop, { iban: account, phone });
    const digits = phone.slice(1);
    for (const { body } of [answer, started]) {
      expect(JSON.stringify(body)).not.toContain(code);
      expect(JSON.stringify(body)).not.toContain(account);
      expect(JSON.stringify(body)).not.toContain(digits);
    }
    const tables = await shop.test.sql<{ name: string }>(
      "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'",
    );
    for (const { name } of tables) {
      const [found] = await shop.test.sql<{ rows: string | null }>(`select json_agg(t)::text as rows from ${name} t`);
      for (const secret of [account, digits]) expect(found?.rows ?? '', name).not.toContain(secret);
    }
    expect(await shop.test.sql('select sealed from debits where debit_id = $1', [id])).toEqual([{ sealed: null }]);
  });

  it('is useless once the details are purged', async () => {
    const buyer = await shop.test.member();
    const { id } = (await start(buyer, { iban: nextAccount() })).body;
    const code = await newestCode(shop.test);
    shop.test.clock.move(2 * hourMs + 1_000);
    await purgeDebits(shop.test.context);
    expect(await shop.test.sql('select sealed from debits where debit_id = $1', [id])).toEqual([{ sealed: null }]);
    expect((await buyer.call('confirmDirectDebit', { id, code })).body['error']).toBe('debit.expired');
    expect((await buyer.call('getDirectDebit', { id })).body.state).toBe('expired');
  });
});
