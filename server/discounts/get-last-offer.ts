import { lastOfferCode, lastOfferDays, lastOfferPercent } from '../../contract/discounts/limits.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Reader } from '../platform/database/database.ts';
import { must, refuse } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import type { Buyer, Discount } from './discount.ts';
import { findFirstPurchase } from './find-first-purchase.ts';
import { presentDiscount } from './present.ts';
import { findLastOffer, insertLastOffer } from './queries.ts';
import { isUsedUp } from './redeemers.ts';

/** Offers a discount to a member about to leave (specification, section 3), unless they have one anyway. */
export const getLastOffer: Handler<'getLastOffer'> = async (_input, call) => {
  const { context, member, site } = call;
  if (!site.company.delete_discount) return { offer: null };
  const now = context.clock.now();
  const { bonus, welcome } = await findFirstPurchase(context.database, call, now);
  if (bonus ?? welcome) return { offer: null };
  const window = { startsAt: now, endsAt: after(now, lastOfferDays * dayMs) };
  await context.database.transaction((tx) => tx.run(insertLastOffer, { memberId: member.id, ...window }));
  const { offer, used } = await findOffer(context.database, call, now);
  return { offer: offer && !used ? presentDiscount(offer, member.country) : null };
};

/** Once per person, like the discount on the first purchase: by member, mailbox and payment instrument. */
const slot = { slot: 'last-offer', memberUsesMax: 1 };

async function findOffer(reader: Reader, buyer: Buyer, now: Date): Promise<{ offer: Discount | null; used: boolean }> {
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

/** Returns the last offer for an order. Throws code.not-found and code.used. */
export async function readLastOffer(reader: Reader, buyer: Buyer, now: Date): Promise<Discount> {
  const { offer, used } = await findOffer(reader, buyer, now);
  must(offer, 'code.not-found');
  if (used) refuse('code.used');
  return offer;
}
