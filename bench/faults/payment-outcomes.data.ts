interface PaymentOutcome {
  /** The status that the order settles in. */
  status: 'completed' | 'failed' | 'pending';
  /** What follows when the order is completed. */
  afterwards?: readonly ('refund' | 'chargeback' | 'withdraw')[];
  /** Whether the money comes when the order may have lost its discount to another one. */
  isLate?: true;
}

/**
 * What buyer and bank do at the provider. `refunded`: pays, and part is refunded before the app hears of the payment.
 * `left`: cancels the order here. `left-then-paid`: also pays, meanwhile or afterwards.
 */
const outcomes = {
  paid: { status: 'completed' },
  failed: { status: 'failed' },
  canceled: { status: 'failed' },
  expired: { status: 'failed' },
  open: { status: 'pending' },
  'failed-then-paid': { status: 'completed', isLate: true },
  refunded: { status: 'completed' },
  'paid-then-refunded': { status: 'completed', afterwards: ['refund'] },
  'paid-then-charged-back': { status: 'completed', afterwards: ['chargeback'] },
  'refunded-then-charged-back': { status: 'completed', afterwards: ['refund', 'chargeback'] },
  withdrawn: { status: 'completed', afterwards: ['withdraw'] },
  'withdrawn-then-charged-back': { status: 'completed', afterwards: ['withdraw', 'chargeback'] },
  left: { status: 'failed' },
  'left-then-paid': { status: 'completed', isLate: true },
} as const satisfies Record<string, PaymentOutcome>;

export type PaymentOutcomeName = keyof typeof outcomes;
export const paymentOutcomes: Readonly<Record<PaymentOutcomeName, PaymentOutcome>> = outcomes;

/** The outcomes of orders by their kind; one is drawn. */
export const raceOutcomes = [
  'paid',
  'paid',
  'paid',
  'failed',
  'canceled',
  'open',
  'withdrawn',
  'paid-then-charged-back',
  'left',
  'left-then-paid',
] as const satisfies PaymentOutcomeName[];

export const debitOutcomes = [
  'paid',
  'paid',
  'failed',
  'paid-then-charged-back',
  'paid-then-charged-back',
  'open',
  'withdrawn',
] as const satisfies PaymentOutcomeName[];
