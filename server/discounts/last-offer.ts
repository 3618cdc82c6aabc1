import { lastOfferCode, lastOfferPercent } from '../../contract/discounts/limits.ts';
import type { Reader } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import type { Buyer, Discount } from './discount.ts';
import { isUsedUp } from './holders.ts';
import { findLastOffer } from './queries.ts';

/** Once per person, like the discount on the first purchase: by member, mailbox and means of payment. */
const slot = { slot: 'last-offer', memberUsesMax: 1 };

/** The last offer of a member, if it has not ended, and whether it is used up. */
export async function findOffer(
  reader: Reader,
  buyer: Buyer,
  now: Date,
): Promise<{ offer: Discount | null; used: boolean }> {
  const row = await reader.first(findLastOffer, { memberId: buyer.member.id });
  if (!row || now >= row.ends_at) return { offer: null, used: false };
  const offer = {
    ...slot,
    code: lastOfferCode,
    percentage: lastOfferPercent,
    expires: row.ends_at,
    minimum: 0,
    country: null,
    currency: null,
    scope: null,
  };
  return { offer, used: await isUsedUp(reader, buyer, slot) };
}

/** The last offer for an order. Throws code.not-found and code.used. */
export async function readLastOffer(reader: Reader, buyer: Buyer, now: Date): Promise<Discount> {
  const { offer, used } = await findOffer(reader, buyer, now);
  must(offer, 'code.not-found');
  if (used) refuse('code.used');
  return offer;
}
