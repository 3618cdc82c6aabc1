import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { ProviderPayment } from './provider.ts';
import { type PaymentRow, setPayerCountry } from './queries.ts';

type Places = Pick<PaymentRow, 'country' | 'declared_country' | 'request_country' | 'payer_country'>;

/**
 * Records the country from which a completed order was paid, and warns once if the evidence of the buyer's country is
 * inconsistent: when the order completes, or later if the payer's country alone differs. `row` is the order before this
 * change. Only countries are kept, neither address nor account.
 */
export async function recordPayerCountry(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  { payerCountry: seen }: ProviderPayment,
): Promise<void> {
  const { member_id: memberId, payment_id: paymentId, country, declared_country: declared } = row;
  const payer = row.payer_country ?? seen;
  if (payer !== null && row.payer_country === null)
    await tx.run(setPayerCountry, { memberId, paymentId, country: payer });
  const isKnown = row.status === 'completed' && disagree(row);
  if (isKnown || !disagree({ ...row, payer_country: payer })) return;
  const places = { country, declared, request: row.request_country, payer };
  tx.afterCommit(() => {
    const facts = { event: 'payment-countries', payment_id: paymentId, member: memberId, ...places };
    context.log.warn(facts, "the pieces of evidence of a buyer's country disagree");
  });
}

/** Compares with the country of the price and tax; missing evidence agrees with everything. */
function disagree({ country, declared_country: declared, request_country: request, payer_country: payer }: Places) {
  return [declared, request, payer].some((one) => one !== null && one !== country);
}
