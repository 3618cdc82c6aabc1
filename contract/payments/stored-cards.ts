import Type from 'typebox';

import { CardId, Currency, DateTime, IdempotencyKey, Minor, Ok, nullable } from '../platform/common.ts';
import { defineOperation } from '../platform/operation.ts';
import { PaymentMethodId, OrderPrice } from './operations.ts';

const storedCardStates = ['valid', 'pending', 'expired', 'invalid'] as const;

/** A stored card. Only a `valid` one can be charged; a `pending` one is unconfirmed. */
export const StoredCard = Type.Object({
  id: CardId,
  paymentmethod: PaymentMethodId,
  brand: Type.String(),
  last_digits: Type.String(),
  expires: nullable(Type.String({ description: 'last month in which the card is valid, as YYYY-MM' })),
  state: Type.Enum([...storedCardStates]),
});

/** A bundle that the member bought, with its last payment and its current price. */
export const RepeatOrder = Type.Object({
  bundle: Type.String(),
  credits: Type.Integer({ minimum: 1 }),
  paid: Minor,
  currency: Currency,
  paymentmethod: PaymentMethodId,
  ordered_at: DateTime,
  price: OrderPrice,
});

export const storedCardsOperations = {
  listRepeatOrders: defineOperation({
    summary: 'Lists the bundles that the member bought last, with their current prices, and the stored cards.',
    source: 'specification, section 2: repeat-order list',
    audience: 'member',
    effect: true,
    input: Type.Object({}),
    output: Type.Object({ orders: Type.Array(RepeatOrder), cards: Type.Array(StoredCard) }),
    errors: [],
    limit: 'read',
  }),
  removeStoredCard: defineOperation({
    summary: 'Removes a stored card and revokes it at the provider. Takes effect once per idempotency key.',
    source: 'specification, section 4: payment',
    audience: 'member',
    input: Type.Object({ card: CardId, idempotency_key: IdempotencyKey }),
    output: Ok,
    errors: ['card.not-found', 'request.key-reused'],
    limit: 'write',
  }),
};

export type StoredCard = Type.Static<typeof StoredCard>;
export type RepeatOrder = Type.Static<typeof RepeatOrder>;
