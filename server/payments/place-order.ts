import { termsDate } from '../../contract/accounts/terms.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { OrderPrice } from '../../contract/payments/operations.ts';
import { readOwnTerms } from '../accounts/terms/own-terms.ts';
import type { AppContext } from '../context.ts';
import { lockWallets } from '../credits/wallets.ts';
import { claimDiscount } from '../discounts/claim-discount.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import type { MemberCall } from '../platform/handler.ts';
import { deferOutcome, once } from '../platform/idempotency.ts';
import { createId } from '../platform/ids.ts';
import { openAtProvider } from './create-at-provider.ts';
import { providerFor } from './providers.ts';
import { waitAtMost } from '../platform/clock.ts';
import { type PaymentRow, endCreation, findPayment, insertPayment } from './queries.ts';
import { mustBeWithinLimit } from './spending/get-spending.ts';

// Keeps the response under three seconds, however slow the provider is.
const creationTimeoutMs = 1_800;

export interface OrderRequest {
  method: PaymentMethodId;
  /** The key that the client chooses: at most one order has it. */
  key: string;
  /** The operation and its input without the key: the same key with another input is refused. */
  operation: string;
  body: unknown;
  /** Whether the buyer asked for the credits before the withdrawal period ends. */
  beginAtOnce: boolean;
  /** The provider's id of the stored card or direct debit mandate to charge without a pay page. */
  mandate?: string;
  /** The payment instrument, if already known: the hash of a stored card or an IBAN. */
  instrument?: string;
  /** The provider of the mandate; no other can charge it. */
  provider?: string;
  storedCard?: CardId;
  storeCard?: boolean;
  /** Writes more with the order, in the same transaction. */
  record?: (tx: Transaction, paymentId: PaymentId) => Promise<void>;
}

/**
 * Places an order, at most once per key; a repeated call ignores the outcome of `prepare`. The order is committed
 * before the provider is called; if that call is cut off, the next poll or the reconciler repeats it under the same
 * key. Throws payment.provider, payment.limit, code.used and code.not-found.
 */
export async function placeOrder(
  call: MemberCall,
  request: OrderRequest,
  prepare: () => Promise<OrderPrice>,
): Promise<PaymentRow> {
  const { context, member } = call;
  const prepared = await deferOutcome(prepare());
  const { payment_id: paymentId } = await context.database.transaction(async (tx) => {
    await lockWallets(tx, [member.id]);
    const { key, operation, body } = request;
    return once(tx, { memberId: member.id, key, operation, body, now: context.clock.now() }, async () => {
      const price = prepared();
      await mustBeWithinLimit(tx, member.id, price, context.clock.now());
      const fresh = createId<PaymentId>();
      const { own } = await readOwnTerms(tx, context, member.id);
      const values = orderValues(fresh, price, request, call, own.appliesAt);
      await tx.run(insertPayment, values);
      const { discountCode, now } = values;
      const { instrument } = request;
      if (discountCode !== null)
        await claimDiscount(tx, call, { paymentId: fresh, code: discountCode, now, instrument });
      await request.record?.(tx, fresh);
      return { payment_id: fresh };
    });
  });
  const done = await waitAtMost(
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

function orderValues(
  paymentId: PaymentId,
  price: OrderPrice,
  request: OrderRequest,
  call: MemberCall,
  termsFrom: string,
) {
  const { context, site, member, origin, language } = call;
  const { bundle, credits, amount, currency } = price;
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
    country: price.country,
    region: price.tax_region,
    declaredCountry: member.nextCountry?.country ?? member.country,
    requestCountry: call.geoipCountry,
    listAmount: price.list_amount,
    discountCode: price.discount?.code ?? null,
    vatRate: price.vat_rate,
    begunAt: request.beginAtOnce ? now : null,
    begunText: request.beginAtOnce ? (price.request?.text ?? null) : null,
    mandate: request.mandate ?? null,
    storeCard: request.storeCard ?? false,
    storedCardId: request.storedCard ?? null,
    termsVersion: termsDate(site.company.added, termsFrom),
    returnOrigin: origin,
    description,
    language,
    now,
  };
}

async function markPending(context: AppContext, memberId: MemberId, paymentId: PaymentId): Promise<void> {
  await context.database.transaction((tx) => tx.run(endCreation, { memberId, paymentId, status: 'pending' }));
}
