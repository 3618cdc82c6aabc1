import { createHmac } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { hashOf } from '../debit/secrets.ts';
import type { PaymentReference, ProviderPayment } from '../provider.ts';
import { findInstrument } from './queries.ts';

/**
 * A name for a means of payment that is the same for every member who pays with it, and tells nothing about it: a keyed
 * hash of the provider's fingerprint.
 */
export function hashInstrument(context: AppContext, fingerprint: string): string {
  return createHmac('sha256', context.secret).update(`instrument ${fingerprint}`).digest('hex');
}

/** By what a payment was paid, if the provider tells: its card, or the account, which a direct debit names the same. */
export function instrumentIn(
  context: AppContext,
  { fingerprint, account }: Pick<ProviderPayment, 'fingerprint' | 'account'>,
): string | null {
  if (fingerprint !== null) return hashInstrument(context, fingerprint);
  return account === null ? null : hashOf(context, 'iban', account);
}

/** By what an order was paid, as `instrumentIn` names it; null if the provider has not told. */
export async function instrumentOf(reader: Reader, { memberId, paymentId }: PaymentReference): Promise<string | null> {
  return (await reader.first(findInstrument, { memberId, paymentId }))?.instrument ?? null;
}
