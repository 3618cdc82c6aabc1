import { describe, expect, it } from 'vitest';

import { readMethods, readPayment, readRefund } from './mollie-answers.ts';

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

describe('an answer of the provider', () => {
  it('is read if it has the shape of a payment', () => {
    expect(readPayment(payment)).toMatchObject({ id: 'tr_1', payPage: 'https://pay.test/1' });
  });

  it.each([
    ['nothing', null],
    ['a text', 'paid'],
    ['a list', [payment]],
    ['another resource', { ...payment, resource: 'refund' }],
    ['an unknown status', { ...payment, status: 'almost' }],
    ['an amount as a number', { ...payment, amount: { currency: 'EUR', value: 19.99 } }],
    ['an amount without decimals', { ...payment, amount: { currency: 'EUR', value: '19' } }],
    ['no profile', { ...payment, profileId: undefined }],
    ['money back in another currency', { ...payment, amountRefunded: { currency: 'PLN', value: '1.00' } }],
    ['a pay page that is a script', { ...payment, _links: { checkout: { href: 'javascript:alert(1)' } } }],
    ['a pay page that is no address', { ...payment, _links: { checkout: { href: 'nowhere' } } }],
  ])('is a fault if it is, or has, %s', (_what, answer) => {
    expect(() => readPayment(answer)).toThrow('no readable');
  });

  it('has no reference if the metadata is not ours', () => {
    for (const metadata of [undefined, null, 'p', { payment_id: 'p' }, { member_id: 1, payment_id: 'p' }])
      expect(readPayment({ ...payment, metadata }).reference).toBeNull();
  });

  it('tells how much was refunded and how much was charged back', () => {
    const amountOf = (value: string) => ({ currency: 'EUR', value });
    const answer = { ...payment, amountRefunded: amountOf('5.00'), amountChargedBack: amountOf('0.40') };
    expect(readPayment(answer)).toMatchObject({ refundedMinor: 500, chargedBackMinor: 40 });
    expect(readPayment(payment)).toMatchObject({ refundedMinor: 0, chargedBackMinor: 0 });
  });

  it('is a fault if a list or a refund has the wrong shape', () => {
    expect(() => readMethods({ _embedded: {} })).toThrow('no readable');
    expect(() => readRefund({ resource: 'payment', id: 'x' })).toThrow('no readable');
  });
});
