import { findFirstPurchase } from '../discounts/find-first-purchase.ts';
import type { MemberCall } from '../platform/handler.ts';

/** The order of a member who has not paid yet that has the discount on the first purchase: they can go on with it. */
export async function findHeldBy(call: MemberCall): Promise<string | null> {
  const { context, member } = call;
  if (member.paid) return null;
  return (await findFirstPurchase(context.database, call, context.clock.now())).heldBy;
}
