import type { Handler } from '../platform/handler.ts';
import { findQuote } from './quote.ts';
import { findSpending } from './spending/find-spending.ts';

/**
 * What an order would cost now, and what is left of the member's spending limit. It changes nothing and promises nothing:
 * the order itself computes the price again.
 */
export const quoteOrder: Handler<'quoteOrder'> = async (input, call) => {
  const [quote, spending] = await Promise.all([findQuote(call, input), findSpending(call.context, call.member)]);
  return { ...quote, spending };
};
