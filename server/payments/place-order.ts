import { randomUUID } from 'node:crypto';

import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { Quote } from '../../contract/payments/operations.ts';
import type { AppContext } from '../context.ts';
import { lockWallets } from '../credits/wallets.ts';
import { claimDiscount } from '../discounts/claim-discount.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { once } from '../platform/idempotency.ts';
import { openAtProvider } from './open-at-provider.ts';
import { providerFor } from './providers.ts';
import { type PaymentRow, endCreation, findPayment, insertPayment } from './queries.ts';
import { mustBeWithinLimit } from './spending/find-spending.ts';
import { within } from './within.ts';

// Keeps the response under three seconds, however slow the provider is.
const creationTimeoutMs = 1_800;

export interface OrderRequest {
  method: PaymentMethodId;
  /** Chosen by the client: at most one order per key. */
  key: string;
  /** The operation and its input without the key: the same key with another input is refused. */
  operation: string;
  body: unknown;
  /** Whether the buyer asked for the credits before the withdrawal period ends. */
  beginAtOnce: boolean;
  /** The provider's id of the stored card or direct debit mandate to charge without a pay page. */
  mandate?: string;
  /** The means of payment, if already known: the hash of a stored card or an IBAN. */
  instrument?: string;
  /** The provider of the mandate; no other can charge it. */
  provider?: string;
  storedCard?: string;
  /** Whether to keep the card for later orders. */
  storeCard?: boolean;
  /** Writes more with the order, in the same transaction. */
  record?: (tx: Transaction, paymentId: string) => Promise<void>;
}

/**
 * Places an order, at most once per key, and creates its payment at the provider. `prepare` returns the price, or
 * refuses; a repeated call ignores its outcome. The order is committed before the provider is called, outside any
 * transaction; if that call is cut off, the next poll or the reconciler repeats it under the same key. Throws
 * payment.provider if the provider refuses the payment, payment.limit if the member's spending limit does, code.used
 * and code.not-found if the discount is gone.
 */
export async function placeOrder(
  call: MemberCall,
  request: OrderRequest,
  prepare: () => Promise<Quote>,
): Promise<PaymentRow> {
  const { context, member } = call;
  const prepared = await settled(prepare());
  const { payment_id: paymentId } = await context.database.transaction(async (tx) => {
    await lockWallets(tx, [member.id]);
    const { key, operation, body } = request;
    return once(tx, { memberId: member.id, key, operation, body, now: context.clock.now() }, async () => {
      const quote = prepared();
      await mustBeWithinLimit(tx, member.id, quote, context.clock.now());
      const fresh = randomUUID();
      const values = orderValues(fresh, quote, request, call);
      await tx.run(insertPayment, values);
      const { discountCode, now } = values;
      const { instrument } = request;
      if (discountCode !== null)
        await claimDiscount(tx, call, { paymentId: fresh, code: discountCode, now, instrument });
      await request.record?.(tx, fresh);
      return { payment_id: fresh };
    });
  });
  const done = await within(
    openAtProvider(context, member.id, paymentId).then(() => true),
    creationTimeoutMs,
  );
  if (!done) await markPending(context, member.id, paymentId);
  const row = await context.database.first(findPayment, { memberId: member.id, paymentId });
  must(row, 'payment.not-found');
  // A stored card or an account that cannot be charged is a failed payment, whose page offers other methods.
  const isRefused = row.status === 'failed' && row.provider_payment_id === null;
  if (isRefused && row.mandate === null) refuse('payment.provider');
  return row;
}

/** Defers the outcome of `work`, so that a repeated call is answered even if `work` would refuse it now. */
async function settled<T>(work: Promise<T>): Promise<() => T> {
  const [result] = await Promise.allSettled([work]);
  return () => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  };
}

function orderValues(paymentId: string, quote: Quote, request: OrderRequest, call: MemberCall) {
  const { context, site, member, origin, language } = call;
  const { bundle, credits, amount, currency } = quote;
  const say = context.sentences.in(language);
  const description = `${site.settings.name}: ${say('common.credits', { count: credits })}, ${formatOrderNumber(paymentId)}`;
  const now = context.clock.now();
  return {
    memberId: member.id,
    paymentId,
    bundleId: bundle,
    credits,
    amount,
    currency,
    method: request.method,
    provider: request.provider ?? providerFor(context, site, request.method).name,
    site: site.key,
    country: quote.country,
    region: quote.tax_region,
    declaredCountry: member.nextCountry?.country ?? member.country,
    requestCountry: call.geoipCountry,
    listAmount: quote.list_amount,
    discountCode: quote.discount?.code ?? null,
    vatRate: quote.vat_rate,
    begunAt: request.beginAtOnce ? now : null,
    mandate: request.mandate ?? null,
    storeCard: request.storeCard ?? false,
    storedCardId: request.storedCard ?? null,
    returnOrigin: origin,
    description,
    language,
    now,
  };
}

async function markPending(context: AppContext, memberId: string, paymentId: string): Promise<void> {
  await context.database.transaction((tx) => tx.run(endCreation, { memberId, paymentId, status: 'pending' }));
}
