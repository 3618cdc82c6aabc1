import { expect, it } from 'vitest';

import type { Payment } from '../../contract/payments/operations.ts';
import { canBeWithdrawn, deriveShownState } from './payment-state.ts';

const paid = {
  amount: 1_999,
  transaction_fee: 0,
  status: 'completed',
  transfer: null,
  checking: false,
  offer_used: false,
  refunded: 0,
  charged_back: 0,
  reversed: 0,
} as Payment;

const transfer = { holder: 'Tealight', iban: 'NL53ABNA0627535577', bic: 'ABNANL2A', reference: 'RF12-1234-5678-9012' };

it('a payment is shown in the state that needs explaining most', () => {
  const states = [
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
  ] as const;
  const wrong = states.filter(([changes, state]) => deriveShownState({ ...paid, ...changes }) !== state);
  expect(wrong).toEqual([]);
});

it('a payment can be withdrawn from while some of its money arrived and is not returned', () => {
  const able = (changes: Partial<Payment>): boolean => canBeWithdrawn({ ...paid, ...changes });
  expect([{}, { refunded: 200, reversed: 200 }].map(able)).toEqual([true, true]);
  const returned = [
    { refunded: 1_999, reversed: 1_999 },
    { charged_back: 1_999, reversed: 1_999 },
  ];
  expect([{ status: 'pending' } as const, ...returned].map(able)).toEqual([false, false, false]);
});
