import {
  timeBonusCode,
  timeBonusPercent,
  welcomeDiscountCode,
  welcomeDiscountPercent,
} from '../../contract/discounts/limits.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Buyer, Discount } from './discount.ts';
import { deriveMailboxRedeemer } from './redeemers.ts';
import { findRedeemer, findTimeBonus, listClaims } from './queries.ts';
import { bonusEnd, bonusPhase } from './rules.ts';

/** Time bonus and welcome discount share one slot: using either uses up both. */
export const firstPurchaseSlot = 'first-purchase';

export interface FirstPurchase {
  bonus: Discount | null;
  welcome: Discount | null;
  /** True if their bonus ended unused, so that no offer may be equal or better for 30 days. */
  quiet: boolean;
  /** True if an order of the member, or of another account with the same mailbox, claims the discount. */
  used: boolean;
  /** The member's own order that claims the discount; it may still be open. */
  heldBy: PaymentId | null;
  dismissed: boolean;
}

/** Finds the offers on a member's first purchase (specification, sections 4 and 6). */
export async function findFirstPurchase(reader: Reader, buyer: Buyer, now: Date): Promise<FirstPurchase> {
  const { member } = buyer;
  const [row, claims, redeemer] = await Promise.all([
    reader.first(findTimeBonus, { memberId: member.id }),
    reader.all(listClaims, { memberId: member.id }),
    reader.first(findRedeemer, { redeemer: deriveMailboxRedeemer(buyer), slot: firstPurchaseSlot }),
  ]);
  const start = row?.starts_at ?? member.signupAt;
  const phase = bonusPhase(start, now);
  const claim = claims.find(({ slot }) => slot === firstPurchaseSlot);
  const used = claim !== undefined || redeemer !== undefined;
  const open = !member.paid && !used;
  const common = { minimum: 0, country: null, currency: null, slot: firstPurchaseSlot, scope: null, memberUsesMax: 1 };
  return {
    bonus:
      open && phase === 'running'
        ? { ...common, code: timeBonusCode, percentage: timeBonusPercent, expires: bonusEnd(start) }
        : null,
    welcome:
      open && phase !== 'quiet'
        ? { ...common, code: welcomeDiscountCode, percentage: welcomeDiscountPercent, expires: null }
        : null,
    quiet: phase === 'quiet' && claim === undefined,
    used,
    heldBy: claim?.payment_id ?? null,
    dismissed: row?.dismissed_at !== null && row?.dismissed_at !== undefined,
  };
}
