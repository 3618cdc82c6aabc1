import { type RowOf, statement } from '../platform/database/database.ts';

export const insertWallet = statement('credits.insert-wallet', 'insert into wallets (member_id) values ($memberId)');

export const findBalance = statement('credits.find-balance', 'select balance from wallets where member_id = $memberId');

/** Locks wallets in the order of their ids, so that concurrent transactions do not deadlock. */
export const lockBalances = statement(
  'credits.lock-balances',
  'select member_id, balance from wallets where member_id = any($memberIds::uuid[]) order by member_id for update',
);

export const findBalanceAndPremium = statement(
  'credits.find-balance-and-premium',
  `select w.balance, m.paid_at is not null as paid
     from wallets w join members m using (member_id)
    where w.member_id = $memberId`,
);

/** Writes a ledger entry; a trigger numbers it and updates the balance. */
export const insertEntry = statement(
  'credits.insert-entry',
  `insert into ledger_entries
     (member_id, entry_id, number, from_account, to_account, amount, cause, cause_id, other_id, payment_id, balance_after, created_at)
   values ($memberId, $entryId, 0, $from, $to, $amount, $cause, $causeId, $otherId?, $paymentId?, 0, $now)
   returning balance_after`,
);

/** Finds an entry that no key made unique. */
export const findEntry = statement(
  'credits.find-entry',
  `select entry_id from ledger_entries
    where member_id = $memberId and cause = $cause and cause_id = $causeId and key is null`,
);

const ofCause = `select entry_id, amount, other_id from ledger_entries
     where member_id = $memberId and cause = $cause and cause_id = $causeId`;

/**
 * Finds a charge by its key or, if none was given when it was made, by its cause. Without a key, also reads all entries
 * of the member: an erasure forgets the keys of messages.
 */
export const findCharge = statement(
  'credits.find-charge',
  `${ofCause} and key = $key?
   union all ${ofCause} and key is null
   union all ${ofCause} and key is not null and $key?::uuid is null
   limit 1`,
);

/** `again` is 0 for the first account since `before`, then counts. Claims of one mailbox wait for each other. */
export const claimStartCredits = statement(
  'credits.claim-start-credits',
  `insert into start_credit_holders as h (mailbox_hash, given_at) values ($mailboxHash, $now)
   on conflict (mailbox_hash) do update
      set given_at = case when h.given_at <= $before then excluded.given_at else h.given_at end,
          again = case when h.given_at <= $before then 0 else h.again + 1 end
   returning again`,
);

export const findStartHolder = statement(
  'credits.find-start-holder',
  'select again from start_credit_holders where mailbox_hash = $mailboxHash and given_at > $before',
);

export const purgeStartHolders = statement(
  'credits.purge-start-holders',
  'delete from start_credit_holders where given_at <= $before',
);

export const findStartLot = statement(
  'credits.find-start-lot',
  `select l.lot_id, l.credits_left
     from ledger_entries e
     join lots l on l.member_id = e.member_id and l.free and l.created_at = e.created_at and l.credits = e.amount
    where e.member_id = $memberId and e.cause = 'signup'`,
);

export const insertLot = statement(
  'credits.insert-lot',
  `insert into lots (member_id, lot_id, free, payment_id, credits, credits_left, price_minor, currency, created_at)
   values ($memberId, $lotId, $free, $paymentId?, $credits, $left, $priceMinor, $currency?, $now)`,
);

export const listOpenLots = statement(
  'credits.list-open-lots',
  `select member_id, lot_id, credits_left, credits, price_minor, currency
     from lots
    where member_id = any($memberIds::uuid[]) and credits_left > 0
    order by member_id, free desc, created_at, lot_id`,
);

/** Writes one charge per member and takes the credits from their lots; a trigger updates the balances. */
export const insertCharges = statement(
  'credits.insert-charges',
  `with use as (
     select * from unnest($payerIds::uuid[], $paidIds::uuid[], $lotIds::uuid[], $credits::int[])
                     as u (member_id, entry_id, lot_id, credits)),
   taken as (
     update lots set credits_left = lots.credits_left - use.credits
       from use where lots.member_id = use.member_id and lots.lot_id = use.lot_id),
   used as (
     insert into lot_uses (member_id, entry_id, lot_id, credits) select member_id, entry_id, lot_id, credits from use)
   insert into ledger_entries
     (member_id, entry_id, number, from_account, to_account, amount, cause, cause_id, other_id, key, balance_after, created_at)
   select member_id, entry_id, 0, 'member', 'usage', amount, cause, cause_id, other_id, key, 0, $now
     from unnest($memberIds::uuid[], $entryIds::uuid[], $amounts::int[], $causes::text[], $causeIds::text[], $otherIds::uuid[],
                 $keys::uuid[]) as c (member_id, entry_id, amount, cause, cause_id, other_id, key)`,
);

export const insertUses = statement(
  'credits.insert-uses',
  `insert into lot_uses (member_id, entry_id, lot_id, credits)
   select $memberId, $entryId, use.lot_id, use.credits from unnest($lotIds::uuid[], $credits::int[]) as use (lot_id, credits)`,
);

export const takeFromLots = statement(
  'credits.take-from-lots',
  `with use as (
     select * from unnest($lotIds::uuid[], $credits::int[]) as u (lot_id, credits)),
   taken as (
     update lots set credits_left = lots.credits_left - use.credits
       from use where lots.member_id = $memberId and lots.lot_id = use.lot_id)
   insert into lot_uses (member_id, entry_id, lot_id, credits) select $memberId, $entryId, lot_id, credits from use`,
);

export const returnToLots = statement(
  'credits.return-to-lots',
  `update lots set credits_left = lots.credits_left + use.credits
     from unnest($lotIds::uuid[], $credits::int[]) as use (lot_id, credits)
    where lots.member_id = $memberId and lots.lot_id = use.lot_id`,
);

/** Lots with room for returned credits, in spending order. `taken`: how much of the room the given entries made. */
export const listLotsToFill = statement(
  'credits.list-lots-to-fill',
  `select l.lot_id, l.payment_id, l.credits - l.credits_left as room,
          coalesce((select sum(use.credits) from lot_uses use
                     where use.member_id = l.member_id and use.lot_id = l.lot_id and use.entry_id = any($entryIds::uuid[])), 0)::int as taken
     from lots l
    where l.member_id = $memberId and l.credits_left < l.credits
    order by l.free desc, l.created_at, l.lot_id`,
);

export const listPaymentReversals = statement(
  'credits.list-payment-reversals',
  `select entry_id from ledger_entries
    where member_id = $memberId and payment_id = $paymentId and cause in ('refund', 'chargeback')`,
);

/**
 * The lot of a purchase; `spent` counts credits that were used and not returned. The uses are found by their key for
 * each expense, because no index finds an entry by its id.
 */
export const findPaymentLot = statement(
  'credits.find-payment-lot',
  `select lot_id, credits, credits_left,
          coalesce((select sum((select use.credits from lot_uses use
                                 where use.member_id = e.member_id and use.entry_id = e.entry_id and use.lot_id = lots.lot_id))
                      from ledger_entries e
                     where e.member_id = lots.member_id and e.to_account = 'usage'
                       and not exists (select 1 from ledger_entries r
                                        where r.member_id = e.member_id and r.key is null and r.cause = 'returned'
                                          and r.cause_id = e.cause || ':' || e.cause_id)), 0)::int as spent
     from lots where member_id = $memberId and payment_id = $paymentId`,
);

/** Lets a balance go down to `-$debt`; spending still stops at zero. */
export const allowDebt = statement(
  'credits.allow-debt',
  'update wallets set debt_max = greatest(debt_max, $debt) where member_id = $memberId',
);

const entryColumns = 'entry_id, number, to_account, amount, cause, other_id, payment_id, balance_after, created_at';

/** `causes`: null means all. */
export const listEntries = statement(
  'credits.list-entries',
  `select ${entryColumns}
     from ledger_entries
    where member_id = $memberId and ($causes?::text[] is null or cause = any($causes?::text[]))
    order by number desc
    limit $limit offset $offset`,
);

export type LedgerRow = RowOf<typeof listEntries>;

export const listEntriesBelow = statement(
  'credits.list-entries-below',
  `select ${entryColumns}
     from ledger_entries
    where member_id = $memberId and number < $below and ($causes?::text[] is null or cause = any($causes?::text[]))
    order by number desc
    limit $limit`,
);

export const countEntries = statement(
  'credits.count-entries',
  `select count(*) as count from ledger_entries
    where member_id = $memberId and ($causes?::text[] is null or cause = any($causes?::text[]))`,
);
