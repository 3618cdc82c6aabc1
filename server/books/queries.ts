import { countryCodes, getCapitalTimeZone } from '../../contract/platform/countries.ts';
import { type Composed, type Transaction, composeStatement } from '../platform/database/database.ts';

const batch = 1_000;

/** Streams the rows of a statement through a cursor, a thousand at a time. A transaction can have one open cursor. */
export async function* streamRows<Row>(
  tx: Transaction,
  text: string,
  values: readonly unknown[] = [],
): AsyncGenerator<Row> {
  await tx.raw(`declare rows_of_books no scroll cursor for ${text}`, values);
  for (;;) {
    const rows = (await tx.raw(`fetch ${batch} from rows_of_books`)) as Row[];
    yield* rows;
    if (rows.length < batch) break;
  }
  await tx.raw('close rows_of_books');
}

/** Makes all reads of a transaction see one snapshot, while the application goes on. */
export async function readOneMoment(tx: Transaction): Promise<void> {
  await tx.raw('set transaction isolation level repeatable read');
  // Reports scan whole tables, so the timeout that suits the application's statements does not apply.
  await tx.raw('set local statement_timeout = 0');
}

/** A check of the books. Its statement returns one row, `fault`, for each fault. */
export interface Check {
  name: string;
  statement: string;
}

const signed = `case when to_account = 'member' then amount else -amount end`;

/** The checks of the books. They read one snapshot, and describe each fault in words that a person can look up. */
export const checks: readonly Check[] = [
  {
    name: 'credits sum to zero',
    statement: `select 'postings of credits sum to ' || sum(amount) as fault from ledger_postings having sum(amount) <> 0`,
  },
  {
    name: 'money sums to zero in each currency',
    statement: `select 'postings in ' || currency || ' sum to ' || sum(amount) as fault from money_postings
                 group by currency having sum(amount) <> 0`,
  },
  {
    name: 'balances are the sums of their entries',
    statement: `select 'balance of ' || w.member_id || ' is ' || w.balance || ' after ' || w.entries || ' entries, '
                       || coalesce(e.count, 0) || ' entries sum to ' || coalesce(e.sum, 0) as fault
                  from wallets w
                  left join (select member_id, sum(${signed}) as sum, count(*) as count
                               from ledger_entries group by member_id) e using (member_id)
                 where w.balance <> coalesce(e.sum, 0) or w.entries <> coalesce(e.count, 0)`,
  },
  {
    name: 'entries are numbered without gaps and carry the balance on',
    statement: `select 'entry ' || number || ' of ' || member_id || ' follows ' || coalesce(last, 0) || ' and leaves ' || balance_after as fault
                  from (select member_id, number, balance_after, ${signed} as change,
                               lag(number) over follows as last, lag(balance_after) over follows as before
                          from ledger_entries window follows as (partition by member_id order by number)) as entry
                 where number <> coalesce(last, 0) + 1 or balance_after <> coalesce(before, 0) + change`,
  },
  {
    name: 'lots hold what the balances say',
    statement: `select 'lots of ' || w.member_id || ' hold ' || coalesce(l.sum, 0) || ', its balance is ' || w.balance as fault
                  from wallets w
                  left join (select member_id, sum(credits_left) as sum from lots group by member_id) l using (member_id)
                 where greatest(w.balance, 0) <> coalesce(l.sum, 0)`,
  },
  {
    name: 'payments are what the money entries say',
    statement: `select 'payment ' || p.payment_id || ' (' || p.status || ', ' || p.amount + p.fee || ' ' || p.currency || ', returned '
                       || p.refunded + p.charged_back || ', lost ' || p.lost || ') has entries of ' || coalesce(e.paid, 0) || ', returned '
                       || coalesce(e.back, 0) || ', lost ' || coalesce(e.lost, 0) as fault
                  from payments p
                  left join (select member_id, payment_id,
                                    sum(case when cause = 'payment' then amount else 0 end) as paid,
                                    sum(case when 'losses' in (from_account, to_account) or cause = 'payment' then 0
                                             when to_account = 'buyer' then amount else -amount end) as back,
                                    sum(case when from_account = 'losses' then amount when to_account = 'losses' then -amount else 0 end) as lost,
                                    min(currency) as currency, max(currency) as other
                               from money_entries group by member_id, payment_id) e using (member_id, payment_id)
                 where coalesce(e.paid, 0) <> case when p.status = 'completed' then p.amount + p.fee else 0 end
                    or coalesce(e.back, 0) <> p.refunded + p.charged_back
                    or coalesce(e.lost, 0) <> p.lost
                    or e.currency <> p.currency or e.other <> p.currency`,
  },
  {
    name: 'credits follow the money',
    statement: `select 'payment ' || p.payment_id || ' granted ' || coalesce(e.granted, 0) || ' of ' || p.credits || ' credits and took '
                       || coalesce(e.taken, 0) || ' back for ' || p.refunded + p.charged_back || ' of ' || p.amount + p.fee as fault
                  from payments p
                  left join (select member_id, payment_id,
                                    sum(case when cause = 'purchase' then amount else 0 end) as granted,
                                    sum(case when cause = 'purchase' then 0 when to_account = 'sales' then amount else -amount end) as taken
                               from ledger_entries where payment_id is not null group by member_id, payment_id) e using (member_id, payment_id)
                 where coalesce(e.granted, 0) <> case when p.status = 'completed' then p.credits else 0 end
                    or coalesce(e.taken, 0)
                       <> greatest(0, greatest(p.refunded + p.charged_back, p.withdrawn)::bigint * p.credits / (p.amount + p.fee) - p.waived)`,
  },
  {
    name: 'refunds and chargebacks that stand are booked',
    statement: `select 'payment ' || p.payment_id || ' was returned by ' || r.standing || ', booked are ' || p.refunded + p.charged_back + p.lost as fault
                  from payments p
                  join (select member_id, payment_id, sum(case when undone then 0 else amount end) as standing
                          from reversals group by member_id, payment_id) r using (member_id, payment_id)
                 where p.status = 'completed' and p.refunded + p.charged_back + p.lost < r.standing`,
  },
  {
    name: 'receipts are numbered without gaps for each company',
    statement: `select 'receipt ' || number || ' of ' || company || ' follows ' || coalesce(last, 0) as fault
                  from (select company, number, lag(number) over (partition by company order by number) as last from receipt_numbers) as n
                 where number <> coalesce(last, 0) + 1
                union all
                select 'the last receipt of ' || c.company || ' has number ' || coalesce(max(n.number), 0) || ', counted are ' || c.last
                  from receipt_counters c left join receipt_numbers n using (company)
                 group by c.company, c.last having coalesce(max(n.number), 0) <> c.last
                union all
                select 'receipt ' || n.number || ' of ' || n.company || ' has a number and no document'
                  from receipt_numbers n left join receipts r using (member_id, payment_id, entry)
                 where r.number is distinct from n.number`,
  },
  {
    name: 'premium lasts while a purchase stands',
    statement: `select 'member ' || m.member_id || ' is premium although every purchase was returned' as fault
                  from members m
                 where m.paid_at is not null
                   and exists (select 1 from payments p where p.member_id = m.member_id and p.status = 'completed')
                   and not exists (select 1 from payments p where p.member_id = m.member_id and p.status = 'completed' and not p.offer_used
                                                              and p.refunded + p.charged_back < p.amount + p.fee)
                union all
                select 'member ' || m.member_id || ' is not premium although a purchase stands'
                  from members m
                 where m.paid_at is null
                   and exists (select 1 from payments p where p.member_id = m.member_id and p.status = 'completed' and not p.offer_used
                                                          and p.refunded + p.charged_back < p.amount + p.fee)`,
  },
];

export const exportedEntries = `
  select 'money' as book, created_at, member_id, payment_id, number, from_account, to_account, amount, currency, cause, null::text as cause_id
    from money_entries where created_at >= $1 and created_at < $2
  union all
  select 'credits', created_at, member_id, payment_id, number, from_account, to_account, amount, null, cause, cause_id
    from ledger_entries where created_at >= $1 and created_at < $2
   order by 2, 3, 1, 5`;

/** The time zone of a receipt's company, whose key begins with its country. */
const zone = `case left(r.company, 2) ${countryCodes.map((code) => `when '${code}' then '${getCapitalTimeZone(code)}'`).join(' ')} else 'UTC' end`;

const day = `(e.created_at at time zone ${zone})::date`;

export const taxEntries = `
  select ${day}::text as day, r.company, r.number as receipt, r.document ->> 'kind' as kind, p.country, p.region,
         (r.document ->> 'vat_rate')::int as vat_rate, r.document ->> 'currency' as currency,
         (r.document ->> 'total')::int - (r.document ->> 'vat')::int as net_minor, (r.document ->> 'vat')::int as tax_minor,
         (r.document ->> 'total')::int as total_minor, p.provider, p.provider_payment_id, p.payment_id,
         p.declared_country, p.request_country, p.payer_country
    from receipts r
    join money_entries e on e.member_id = r.member_id and e.payment_id = r.payment_id and e.number = r.entry
    join payments p on p.member_id = r.member_id and p.payment_id = r.payment_id
   where ${day} >= $1::date and ${day} < $2::date
   order by r.company, r.number`;

/** Bought credits by the country, currency and tax rate of their order; given ones by the member's country. */
export const unspentCredits: Composed<{
  kind: 'bought' | 'given';
  country: string;
  currency: string | null;
  vat_rate: number | null;
  credits: number;
  value_minor: number;
}> = composeStatement(
  `select case when l.free then 'given' else 'bought' end as kind, coalesce(nullif(p.country, ''), m.country) as country, l.currency, p.vat_rate,
          sum(l.credits_left)::float8 as credits, round(sum(l.price_minor::numeric * l.credits_left / l.credits))::float8 as value_minor
     from lots l join members m using (member_id) left join payments p on p.member_id = l.member_id and p.payment_id = l.payment_id
    where l.credits_left > 0
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
);

export const disagreeingOrders: Composed<{ orders: number; disagreeing: number }> = composeStatement(
  `select count(*)::int as orders,
          count(*) filter (where declared_country <> country or request_country <> country or payer_country <> country)::int as disagreeing
     from payments where status = 'completed'`,
);

export const openMismatches: Composed<{ payments: number }> = composeStatement(
  `select count(*)::int as payments from mismatches where state in ('open', 'paying_back', 'by_hand')`,
);

export const owedCredits: Composed<{ members: number; credits: number }> = composeStatement(
  'select count(*)::int as members, coalesce(-sum(balance), 0)::float8 as credits from wallets where balance < 0',
);

export const makeSeen = 'create temporary table seen_at_provider (provider_payment_id text primary key) on commit drop';

export const countSeen = 'analyze seen_at_provider';

export const insertSeenIds = 'insert into seen_at_provider select unnest($1::text[]) on conflict do nothing';

/** Money that the provider has returned for a payment; excludes refunds by hand. */
const returnedThere = `p.refunded + p.charged_back + p.lost
         - (select coalesce(sum(r.amount), 0)::int from reversals r
             where r.member_id = p.member_id and r.payment_id = p.payment_id and r.reversal_id like 'by-hand:%' and not r.undone)`;

export const ourPayments = `
  select p.payment_id, o.provider_payment_id, p.status, p.amount + p.fee as price, p.currency, ${returnedThere} as returned
    from provider_payments o join payments p using (member_id, payment_id)
   where o.provider = $1 and o.provider_payment_id = any($2::text[])`;

export const ourMismatches = `
  select provider_payment_id, case when state = 'paid_by_hand' then amount else returned end as returned
    from mismatches where provider = $1 and provider_payment_id = any($2::text[])`;

/** Our payments of some members and ids that are not yet known to exist at the provider. */
export const ourUnattached = `
  select payment_id, provider_payment_id, status, amount + fee as price, currency, refunded + charged_back as returned
    from payments
   where provider = $1 and member_id = any($2::uuid[]) and payment_id = any($3::uuid[]) and provider_payment_id is null`;

export const missingAtProvider = `
  select p.payment_id, p.provider_payment_id, p.status, p.amount + p.fee as price, p.currency, ${returnedThere} as returned
    from payments p
   where p.provider = $1 and p.provider_payment_id is not null and p.created_at >= $2 and p.created_at < $3
     and not exists (select 1 from seen_at_provider s where s.provider_payment_id = p.provider_payment_id)
   order by p.created_at, p.payment_id`;
