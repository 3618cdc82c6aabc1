import { createHmac } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { hashSubject } from '../debit/secrets.ts';
import type { PaymentReference, ProviderPayment } from '../provider.ts';
import { findInstrument } from './queries.ts';

/** A keyed hash of the provider's fingerprint, the same for every member who pays with this means of payment. */
export function hashInstrument(context: AppContext, fingerprint: string): string {
  return createHmac('sha256', context.secret).update(`instrument ${fingerprint}`).digest('hex');
}

/** The card or account of a payment, if the provider names it. A direct debit hashes its account in the same way. */
export function instrumentIn(
  context: AppContext,
  { fingerprint, account }: Pick<ProviderPayment, 'fingerprint' | 'account'>,
): string | null {
  if (fingerprint !== null) return hashInstrument(context, fingerprint);
  return account === null ? null : hashSubject(context, 'iban', account);
}

/** The instrument that paid an order, as in `instrumentIn`; null if the provider has not named it. */
export async function findOrderInstrument(
  reader: Reader,
  { memberId, paymentId }: PaymentReference,
): Promise<string | null> {
  return (await reader.first(findInstrument, { memberId, paymentId }))?.instrument ?? null;
}
