import type { Handler } from '../platform/handler.ts';
import { ownDebit } from './debit/find-debit.ts';
import { findQuote } from './quote.ts';
import { findSpending } from './spending/find-spending.ts';

/**
 * What an order would cost now, and what is left of the member's spending limit. It changes nothing and promises nothing:
 * the order itself computes the price again.
 */
export const quoteOrder: Handler<'quoteOrder'> = async ({ debit, ...order }, call) => {
  const { context, member } = call;
  const begun = debit === undefined ? undefined : await ownDebit(call, debit);
  const [quote, spending] = await Promise.all([
    findQuote(call, { ...order, instrument: begun?.iban_hash }),
    findSpending(context, member),
  ]);
  const isWithout = begun !== undefined && quote.discount === null && (await findQuote(call, order)).discount !== null;
  return { ...quote, spending, discount_used_by_account: isWithout };
};
