import { lastOfferDays } from '../../contract/discounts/limits.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Handler } from '../platform/handler.ts';
import { findFirstPurchase } from './find-first-purchase.ts';
import { findOffer } from './last-offer.ts';
import { presentDiscount } from './present.ts';
import { insertLastOffer } from './queries.ts';

/**
 * The offer to a member who is about to leave, if the company makes one (specification, section 3). The first call
 * creates it; later calls find the same end. Nobody is offered less than they have anyway.
 */
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
