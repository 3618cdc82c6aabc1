import type { Handler } from '../platform/handler.ts';
import { findQuote } from './quote.ts';

/** What an order would cost now. It changes nothing and promises nothing: the order itself computes the price again. */
export const quoteOrder: Handler<'quoteOrder'> = (input, call) => findQuote(call, input);
