import { describe, expect, it } from 'vitest';

import { readMethods, readPayment, readRefund } from './read-mollie.ts';

const payment = {
  resource: 'payment',
  id: 'tr_1',
  mode: 'test',
  status: 'open',
  amount: { currency: 'EUR', value: '19.99' },
  profileId: 'pfl_1',
  metadata: { member_id: 'm', payment_id: 'p' },
  _links: { checkout: { href: 'https://pay.test/1', type: 'text/html' } },
};

describe('a response of the provider', () => {
  it('is read if it has the shape of a payment', () => {
    expect(readPayment(payment)).toMatchObject({ id: 'tr_1', payPage: 'https://pay.test/1' });
  });

  it('is a fault if it has another shape', () => {
    for (const response of [
      null,
      'paid',
      [payment],
      { ...payment, resource: 'refund' },
      { ...payment, status: 'almost' },
      { ...payment, amount: { currency: 'EUR', value: 19.99 } },
      { ...payment, amount: { currency: 'EUR', value: '19' } },
      { ...payment, profileId: undefined },
      { ...payment, amountRefunded: { currency: 'PLN', value: '1.00' } },
      { ...payment, _links: { checkout: { href: 'javascript:alert(1)' } } },
      { ...payment, _links: { checkout: { href: 'nowhere' } } },
    ])
      expect(() => readPayment(response), JSON.stringify(response)).toThrow('no readable');
  });

  it('has no reference if the metadata is not ours', () => {
    for (const metadata of [undefined, null, 'p', { payment_id: 'p' }, { member_id: 1, payment_id: 'p' }])
      expect(readPayment({ ...payment, metadata }).reference).toBeNull();
  });

  it('tells how much was refunded and how much was charged back', () => {
    const makeAmount = (value: string) => ({ currency: 'EUR', value });
    const response = { ...payment, amountRefunded: makeAmount('5.00'), amountChargedBack: makeAmount('0.40') };
    expect(readPayment(response)).toMatchObject({ refundedMinor: 500, chargedBackMinor: 40 });
    expect(readPayment(payment)).toMatchObject({ refundedMinor: 0, chargedBackMinor: 0 });
  });

  it('is a fault if a list or a refund has the wrong shape', () => {
    expect(() => readMethods({ _embedded: {} })).toThrow('no readable');
    expect(() => readRefund({ resource: 'payment', id: 'x' })).toThrow('no readable');
  });
});
