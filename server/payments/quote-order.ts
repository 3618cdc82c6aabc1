import type { Input } from '../../contract/index.ts';
import { must } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { findCard } from './cards/queries.ts';
import { ownDebit } from './debit/find-debit.ts';
import { findQuote } from './quote.ts';
import { findSpending } from './spending/find-spending.ts';

/**
 * What an order would cost now, and what is left of the member's spending limit. It changes nothing and promises nothing:
 * the order itself computes the price again.
 */
export const quoteOrder: Handler<'quoteOrder'> = async ({ debit, stored_card: card, ...order }, call) => {
  const { context, member } = call;
  const instrument = await knownInstrument(call, { debit, stored_card: card });
  const [quote, spending] = await Promise.all([
    findQuote(call, { ...order, instrument }),
    findSpending(context, member),
  ]);
  const isWithout =
    instrument !== undefined && quote.discount === null && (await findQuote(call, order)).discount !== null;
  return { ...quote, spending, discount_used_by_account: isWithout };
};

/** By what the order is paid: the account of a direct debit, or the stored card if the provider has told which it is. */
async function knownInstrument(
  call: MemberCall,
  { debit, stored_card: cardId }: Pick<Input<'quoteOrder'>, 'debit' | 'stored_card'>,
): Promise<string | undefined> {
  if (debit !== undefined) return (await ownDebit(call, debit)).iban_hash;
  if (cardId === undefined) return undefined;
  const card = await call.context.database.first(findCard, { memberId: call.member.id, cardId });
  must(card, 'card.not-found');
  return card.instrument ?? undefined;
}
