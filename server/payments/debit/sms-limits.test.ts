import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { messages, newPhone, nextAccount, start } from '../../../tests/support/direct-debit.ts';
import { type Shop, openShop } from '../../../tests/support/payments.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(() => shop.close());

describe('codes by text message, which cost money and reach strangers', () => {
  it('are not sent before the email address of the account is confirmed', async () => {
    const { body, status } = await start(await shop.test.member({ confirmed: false }));
    expect([status, body['error']]).toEqual([403, 'debit.unconfirmed']);
    expect(await messages(shop.test)).toEqual([]);
  });

  it('are sent at most nine times an hour for one IP address, whatever its accounts and numbers', async () => {
    const answers = [];
    for (let account = 0; account < 6; account += 1) {
      const buyer = await shop.test.member();
      for (let number = 0; number < 3 && answers.length < 15; number += 1)
        answers.push(await start(buyer, { iban: nextAccount(), phone: newPhone() }));
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    const refused = answers.at(-1);
    expect(refused?.body['error']).toBe('request.too-many');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(await messages(shop.test)).toHaveLength(9);
  });
});
