import type { Input } from '../../contract/index.ts';
import { must } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { findCard } from './cards/queries.ts';
import { ownDebit } from './debit/find-debit.ts';
import { findQuote } from './quote.ts';
import { findSpending } from './spending/find-spending.ts';

/** The current price of an order and the rest of the spending limit. Not a promise: the order computes it again. */
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

/** The instrument that would pay: a direct debit's account, or the stored card if the provider has identified it. */
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
