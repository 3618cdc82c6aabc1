import { expect, it } from 'vitest';

import { paymentProvidersOf } from './rules.ts';

it('is Mollie for every method, unless a scope says otherwise', () => {
  expect(paymentProvidersOf([])).toEqual({ providers: { default: 'mollie' }, ignored: [] });
});

it('is inherited entry by entry, and skips what is no method or no provider', () => {
  const layers = [
    { payment_providers: { default: 'stripe', paypal: 'mollie', cash: 'stripe' } },
    undefined,
    { payment_providers: { paypal: 'stripe', ideal: 'another', swish: 5, twint: 'off' } },
    { payment_providers: null },
    { payment_providers: 'stripe' },
  ];
  const { providers, ignored } = paymentProvidersOf(layers);
  expect(providers).toEqual({ default: 'stripe', paypal: 'stripe', twint: 'off' });
  expect(ignored.slice(0, 3)).toEqual(['payment_providers.cash', 'payment_providers.ideal', 'payment_providers.swish']);
});

it('cannot be switched off for all methods at once', () => {
  const { providers, ignored } = paymentProvidersOf([{ payment_providers: { default: 'off' } }]);
  expect(providers).toEqual({ default: 'mollie' });
  expect(ignored).toEqual(['payment_providers.default']);
});
