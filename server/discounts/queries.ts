import { type RowOf, statement } from '../platform/database/database.ts';

/** The prices of a country in the scopes that were in force at any time since `since`. */
export const listPriceRows = statement(
  'discounts.list-price-rows',
  `select b.bundle_id, b.scope, b.credits, b.position, p.amount, p.currency, p.valid_from
     from bundles b join bundle_prices p on p.scope = b.scope and p.bundle_id = b.bundle_id
    where b.scope = any($scopes::text[]) and p.country = $country and p.valid_from <= $now
      and not exists (
        select 1 from bundle_prices later
         where later.scope = p.scope and later.bundle_id = p.bundle_id and later.country = p.country
           and later.valid_from > p.valid_from and later.valid_from <= $since)`,
);

export type PriceRow = RowOf<typeof listPriceRows>;

const codeColumns = `code, scope, percentage, minimum, currency, country, member_id, valid_from, valid_until, ended_at,
  uses_max, member_uses_max, uses, created_at`;

/** A code in the scopes of a site; the last scope wins. */
export const findCode = statement(
  'discounts.find-code',
  `select ${codeColumns} from discount_codes where code = $code and scope = any($scopes::text[])
    order by array_position($scopes::text[], scope) desc limit 1`,
);

export type CodeRow = RowOf<typeof findCode>;

export const countUse = statement(
  'discounts.count-use',
  `update discount_codes set uses = uses + 1
    where code = $code and scope = $scope and ended_at is null and (uses_max is null or uses < uses_max)`,
);

/** Counts a use again for an order that was placed in time, even if the code has ended since. */
export const countUseAgain = statement(
  'discounts.count-use-again',
  `update discount_codes set uses = uses + 1
    where code = $code and scope = $scope and (uses_max is null or uses < uses_max)`,
);

export const findMemberUses = statement(
  'discounts.find-member-uses',
  'select member_uses_max from discount_codes where code = $code and scope = $scope',
);

export const giveUseBack = statement(
  'discounts.give-use-back',
  'update discount_codes set uses = uses - 1 where code = $code and scope = $scope and uses > 0',
);

export const listClaims = statement(
  'discounts.list-claims',
  'select slot, number, payment_id from discount_claims where member_id = $memberId and released_at is null',
);

export const findOrderClaim = statement(
  'discounts.find-order-claim',
  `select member_id, payment_id, slot, code, scope, redeemers, released_at from discount_claims
    where member_id = $memberId and payment_id = $paymentId`,
);

export type ClaimOfOrderRow = RowOf<typeof findOrderClaim>;

/** Inserts nothing if the member has already claimed this number of the slot. */
export const insertClaim = statement(
  'discounts.insert-claim',
  `insert into discount_claims (member_id, payment_id, slot, number, code, scope, redeemers, claimed_at)
   values ($memberId, $paymentId, $slot, $number, $code, $scope?, $redeemers, $now)
   on conflict do nothing`,
);

export const releaseClaim = statement(
  'discounts.release-claim',
  `update discount_claims set released_at = $now
    where member_id = $memberId and payment_id = $paymentId and released_at is null
   returning code, scope, slot, redeemers`,
);

export const renewClaim = statement(
  'discounts.renew-claim',
  `update discount_claims set released_at = null, number = $number
    where member_id = $memberId and payment_id = $paymentId and released_at is not null`,
);

export const insertRedeemer = statement(
  'discounts.insert-redeemer',
  `insert into discount_redeemers (redeemer, slot, member_id, payment_id) values ($redeemer, $slot, $memberId, $paymentId)
   on conflict do nothing`,
);

export const findRedeemer = statement(
  'discounts.find-redeemer',
  'select member_id, payment_id from discount_redeemers where redeemer = $redeemer and slot = $slot',
);

export const deleteRedeemer = statement(
  'discounts.delete-redeemer',
  'delete from discount_redeemers where redeemer = $redeemer and slot = $slot and payment_id = $paymentId',
);

export const findTimeBonus = statement(
  'discounts.find-time-bonus',
  'select starts_at, ends_at, dismissed_at from time_bonuses where member_id = $memberId',
);

export const insertTimeBonus = statement(
  'discounts.insert-time-bonus',
  `insert into time_bonuses (member_id, starts_at, ends_at)
   values ($memberId, $startsAt, $endsAt)
   on conflict do nothing`,
);

export const findLastOffer = statement(
  'discounts.find-last-offer',
  'select ends_at from last_offers where member_id = $memberId',
);

export const insertLastOffer = statement(
  'discounts.insert-last-offer',
  `insert into last_offers (member_id, starts_at, ends_at) values ($memberId, $startsAt, $endsAt)
   on conflict do nothing`,
);

export const setDismissed = statement(
  'discounts.set-dismissed',
  'update time_bonuses set dismissed_at = $now where member_id = $memberId and dismissed_at is null',
);

export const insertCode = statement(
  'discounts.insert-code',
  `insert into discount_codes (code, scope, percentage, minimum, currency, country, member_id, valid_from, valid_until,
                               uses_max, member_uses_max, created_at)
   values ($code, $scope, $percentage, $minimum, $currency?, $country?, $memberId?, $validFrom, $validUntil?, $usesMax?, $memberUsesMax, $now)
   on conflict do nothing`,
);

export const listCodes = statement(
  'discounts.list-codes',
  `select ${codeColumns} from discount_codes order by created_at, code, scope`,
);

export const endCode = statement(
  'discounts.end-code',
  'update discount_codes set ended_at = $now where code = $code and scope = $scope and ended_at is null',
);

export const deleteTimeBonus = statement(
  'discounts.delete-time-bonus',
  'delete from time_bonuses where member_id = $memberId',
);

export const deleteLastOffer = statement(
  'discounts.delete-last-offer',
  'delete from last_offers where member_id = $memberId',
);

export const deletePersonalCodes = statement(
  'discounts.delete-personal-codes',
  'delete from discount_codes where member_id = $memberId',
);
