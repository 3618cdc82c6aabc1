import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Shop, openShop } from '../../../tests/support/payments.ts';
import { withdrawalsAt } from '../../../tests/support/withdrawals.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const { bought, withdraw } = withdrawalsAt(() => shop);
const towns: Record<string, string> = { NL: 'nl-haarlem', FI: 'fi-helsinki', US: 'us-new-york' };

describe('the last day of the withdrawal period (LEG-07)', () => {
  it.each([
    ['2026-11-10T11:00:00Z', '2026-11-24T22:59:58Z', '2026-11-24T23:00:01Z', 'a Tuesday'],
    ['2026-11-07T11:00:00Z', '2026-11-23T22:59:58Z', '2026-11-23T23:00:01Z', 'the Monday after a weekend'],
    ['2026-12-10T11:00:00Z', '2026-12-28T22:59:58Z', '2026-12-28T23:00:01Z', 'the day after Christmas'],
    ['2026-10-13T10:00:00Z', '2026-10-27T22:59:58Z', '2026-10-27T23:00:01Z', 'after the clocks have gone back'],
    ['2026-03-17T11:00:00Z', '2026-03-31T21:59:58Z', '2026-03-31T22:00:01Z', 'after the clocks have gone forward'],
    ['2026-11-10T11:00:00Z', '2026-11-24T21:59:58Z', '2026-11-24T22:00:01Z', 'where the member lives', 'FI'],
    ['2026-11-09T22:30:00Z', '2026-11-24T21:59:58Z', '2026-11-24T22:00:01Z', 'bought after midnight there', 'FI'],
    ['2026-03-17T11:00:00Z', '2026-04-01T09:59:58Z', '2026-04-01T10:00:01Z', 'the last zone of the country', 'US'],
  ])(
    'for a purchase at %s allows a withdrawal at %s, but not at %s (%s)',
    async (boughtAt, last, over, _why, country = 'NL') => {
      const { buyer, paymentId } = await bought({
        method: 'credit_card',
        who: { country, town: towns[country] ?? '' },
      });
      await shop.test.sql('update payments set settled_at = $2 where payment_id = $1', [paymentId, boughtAt]);
      shop.test.clock.set(new Date(over));
      await shop.test.sql(`update sessions set expires_at = '2030-01-01', seen_at = $1`, [over]);
      expect((await buyer.call('getWithdrawal', { payment: paymentId })).body.state).toBe('expired');
      expect((await withdraw(buyer, paymentId)).body.error).toBe('withdrawal.expired');
      shop.test.clock.set(new Date(last));
      expect((await withdraw(buyer, paymentId)).body.state).toBe('confirmed');
      shop.test.clock.set(new Date());
    },
  );
});
