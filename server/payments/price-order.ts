import type { Input } from '../../contract/index.ts';
import { must } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { findCard } from './cards/queries.ts';
import { findOwnDebit } from './debit/get-direct-debit.ts';
import { findOrderPrice } from './order-price.ts';
import { findSpending } from './spending/get-spending.ts';

/**
 * Returns the current price of an order and the rest of the spending limit. It is no promise: the order computes it
 * again.
 */
export const priceOrder: Handler<'priceOrder'> = async ({ debit, stored_card: card, ...order }, call) => {
  const { context, member } = call;
  const instrument = await findInstrument(call, { debit, stored_card: card });
  const [price, spending] = await Promise.all([
    findOrderPrice(call, { ...order, instrument }),
    findSpending(context, member),
  ]);
  const isWithout =
    instrument !== undefined && price.discount === null && (await findOrderPrice(call, order)).discount !== null;
  return { ...price, spending, discount_used_by_account: isWithout };
};

async function findInstrument(
  call: MemberCall,
  { debit, stored_card: cardId }: Pick<Input<'priceOrder'>, 'debit' | 'stored_card'>,
): Promise<string | undefined> {
  if (debit !== undefined) return (await findOwnDebit(call, debit)).iban_hash;
  if (cardId === undefined) return undefined;
  const card = await call.context.database.first(findCard, { memberId: call.member.id, cardId });
  must(card, 'card.not-found');
  return card.instrument ?? undefined;
}
