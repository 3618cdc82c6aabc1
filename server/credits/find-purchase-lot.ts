import type { Reader } from '../platform/database/database.ts';
import { findPaymentLot } from './queries.ts';

/** The credits of a purchase, how many of them are left, and how many are spent for good. Undefined if it gave none. */
export async function findPurchaseLot(
  reader: Reader,
  memberId: string,
  paymentId: string,
): Promise<{ credits: number; left: number; spent: number } | undefined> {
  const lot = await reader.first(findPaymentLot, { memberId, paymentId });
  return lot && { credits: lot.credits, left: lot.credits_left, spent: lot.spent };
}
