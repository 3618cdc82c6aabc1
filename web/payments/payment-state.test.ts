import { expect, test } from 'vitest';

import type { Payment } from '../../contract/payments/operations.ts';
import { canBeWithdrawn, deriveShownState } from './payment-state.ts';

const paid: Payment = {
  payment_id: '8b6c0f0e-3f5b-4f0e-9a6b-0d5f0a9b8c7d',
  bundle: 'medium',
  credits: 120,
  paymentmethod: 'ideal',
  list_amount: 1_999,
  amount: 1_999,
  discount_code: null,
  by_stored_card: false,
  offer_used: false,
  can_cancel: false,
  transfer: null,
  transaction_fee: 0,
  tax: 'vat',
  vat_rate: 2_100,
  vat_amount: 347,
  currency: 'EUR',
  status: 'completed',
  checking: false,
  paid_back: false,
  refunded: 0,
  charged_back: 0,
  reversed: 0,
  receipt: null,
  created_at: '2026-11-20T10:00:00.000Z',
  settled_at: '2026-11-20T10:01:00.000Z',
};

const transfer = { holder: 'Tealight', iban: 'NL53ABNA0627535577', bic: 'ABNANL2A', reference: 'RF12-1234-5678-9012' };

test.each([
  [{}, 'completed'],
  [{ status: 'loading' }, 'loading'],
  [{ status: 'pending' }, 'pending'],
  [{ status: 'pending', transfer }, 'transfer'],
  [{ status: 'completed', transfer }, 'completed'],
  [{ status: 'pending', checking: true }, 'checking'],
  [{ status: 'failed' }, 'failed'],
  [{ refunded: 1, reversed: 1 }, 'refunded-part'],
  [{ refunded: 1_999, reversed: 1_999 }, 'refunded'],
  [{ charged_back: 1_999, reversed: 1_999 }, 'charged-back'],
  // The bank's part decides, because it needs explaining.
  [{ refunded: 999, charged_back: 1_000, reversed: 1_999 }, 'charged-back'],
] as const)('a payment with %o is shown as %s', (changes, state) => {
  expect(deriveShownState({ ...paid, ...changes })).toBe(state);
});

test.each([
  [{}, true],
  [{ refunded: 200, reversed: 200 }, true],
  [{ status: 'pending' }, false],
  [{ refunded: 1_999, reversed: 1_999 }, false],
  [{ charged_back: 1_999, reversed: 1_999 }, false],
] as const)('whether a payment with %o can be withdrawn from: %s', (changes, expected) => {
  expect(canBeWithdrawn({ ...paid, ...changes })).toBe(expected);
});
