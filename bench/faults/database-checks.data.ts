/** Invariants of the tables, each as a query for violations, independent of the responses that clients got. */
export const databaseChecks = {
  debit: `
    select 'message ' || m.message_id || ' of ' || m.credits || ' credits was charged ' || coalesce(sum(e.amount), 0) as fault
      from messages m left join ledger_entries e on e.member_id = m.sender_id and e.cause_id = m.message_id::text
     group by m.message_id, m.credits having coalesce(sum(e.amount), 0) <> m.credits
    union all
    select 'charge ' || e.cause_id || ' has no message'
      from ledger_entries e where e.cause in ('message', 'photo', 'gift')
       and not exists (select 1 from messages m where m.message_id::text = e.cause_id)
    union all
    select 'text ' || t.message_id || ' is free and answers no gift'
      from messages t join conversations c using (conversation_id)
     where t.kind = 'text' and t.credits = 0
       and not exists (select 1 from profiles p where p.member_id in (c.starter_id, c.receiver_id) and p.fictional)
       and not exists (select 1 from messages g
                        where g.conversation_id = t.conversation_id and g.kind = 'gift' and g.sender_id <> t.sender_id and g.seq < t.seq
                          and not exists (select 1 from messages a
                                           where a.conversation_id = t.conversation_id and a.kind = 'text' and a.sender_id = t.sender_id
                                             and a.seq > g.seq and a.seq < t.seq))`,
  unread: `
    select 'unread of ' || i.member_id || ' is ' || i.unread || ', counted ' || n.unread as fault
      from inbox i
      cross join lateral (select count(*)::int as unread from messages m
                           where m.conversation_id = i.conversation_id and m.seq > i.read_seq and m.sender_id <> i.member_id
                             and m.removed_at is null) n
     where i.unread <> n.unread`,
  gaps: `
    select 'conversation ' || c.conversation_id || ' counts ' || c.last_seq || ' and has ' || count(m.seq) || ' up to ' || coalesce(max(m.seq), 0) as fault
      from conversations c left join messages m using (conversation_id)
     group by c.conversation_id having count(m.seq) <> c.last_seq or coalesce(max(m.seq), 0) <> c.last_seq
    union all
    select 'inbox of ' || i.member_id || ' ends at ' || i.last_seq || ', its conversation at ' || c.last_seq
      from inbox i join conversations c using (conversation_id) where i.last_seq <> c.last_seq
    union all
    select 'conversation ' || c.conversation_id || ' has ' || count(i.member_id) || ' inboxes'
      from conversations c left join inbox i using (conversation_id) group by c.conversation_id having count(i.member_id) <> 2`,
  receipts: `
    select 'the money of ' || e.cause || ' ' || e.number || ' of payment ' || e.payment_id || ' has no receipt' from money_entries e
     where e.cause not in ('loss', 'loss_undone') and not exists (
       select 1 from receipts r where r.member_id = e.member_id and r.payment_id = e.payment_id and r.entry = e.number)`,
  discounts: `
    select 'order ' || p.payment_id || ' is ' || p.status || ' with ' || p.discount_code || ', and its claim ' ||
           case when c.payment_id is null then 'does not exist' else 'was given back' end as fault
      from payments p left join discount_claims c using (member_id, payment_id)
     where p.discount_code is not null
       and (c.payment_id is null or c.released_at is not null and not p.offer_used and p.status in ('loading', 'pending', 'mismatch', 'completed'))
    union all
    select 'order ' || c.payment_id || ' has failed and holds ' || c.code
      from discount_claims c join payments p using (member_id, payment_id)
     where p.status = 'failed' and c.released_at is null
    union all
    select 'order ' || c.payment_id || ' holds ' || c.code || ', which it does not have'
      from discount_claims c join payments p using (member_id, payment_id)
     where p.discount_code is distinct from c.code
    union all
    select 'the code ' || d.code || ' counts ' || d.uses || ' uses of ' || count(c.payment_id)
      from discount_codes d left join discount_claims c on c.code = d.code and c.scope = d.scope and c.released_at is null
     group by d.code, d.scope, d.uses having d.uses <> count(c.payment_id)
    union all
    select 'a redeemer of ' || h.slot || ' belongs to order ' || h.payment_id || ', which does not hold it'
      from discount_redeemers h
     where not exists (
       select 1 from discount_claims c
        where c.member_id = h.member_id and c.payment_id = h.payment_id and c.slot = h.slot and c.released_at is null)
    union all
    select 'order ' || c.payment_id || ' holds ' || c.slot || ' without its redeemer'
      from discount_claims c cross join unnest(c.redeemers) as own (redeemer)
     where c.released_at is null and not exists (
       select 1 from discount_redeemers h where h.redeemer = own.redeemer and h.slot = c.slot)`,
  cards: `
    select 'order ' || p.payment_id || ' charged the mandate ' || coalesce(p.mandate, 'none') || ' and not that of its card' as fault
      from payments p left join stored_cards c on c.member_id = p.member_id and c.card_id = p.stored_card_id
     where p.stored_card_id is not null and (c.mandate_id is distinct from p.mandate or c.provider <> p.provider)`,
  'direct-debits': `
    select 'order ' || p.payment_id || ' by direct debit has ' || count(d.debit_id) || ' mandates' as fault
      from payments p left join debits d on d.member_id = p.member_id and d.payment_id = p.payment_id
                                        and d.mandate_id = p.mandate and d.provider = p.provider and d.signed_at is not null
     where p.method = 'sepa_direct_debit' group by p.payment_id having count(d.debit_id) <> 1
    union all
    select 'order ' || p.payment_id || ' is ' || p.status || ' and open in ' || count(u.subject) filter (where u.closed_at is null)
           || ' of ' || count(u.subject) || ' counts'
      from payments p left join debit_uses u using (member_id, payment_id)
     where p.method = 'sepa_direct_debit' group by p.payment_id, p.status
    having count(u.subject) <> 2
        or count(u.subject) filter (where u.closed_at is null) <> case when p.status in ('loading', 'pending') then 2 else 0 end`,
  withdrawals: `
    select 'payment ' || w.payment_id || ' has ' || count(*) || ' withdrawals' as fault
      from withdrawals w where w.state <> 'failed' group by w.member_id, w.payment_id having count(*) > 1
    union all
    select 'the withdrawal from ' || w.payment_id || ' promised ' || w.amount || ', and ' || p.refunded || ' was refunded'
      from withdrawals w join payments p using (member_id, payment_id)
     where w.state = 'refunded' and p.refunded <> w.amount and p.charged_back = 0
    union all
    select 'the withdrawal from ' || w.payment_id || ' took ' || coalesce(sum(u.credits), 0) || ' of ' || w.credits
           || ' unused credits, and ' || max(l.credits_left) || ' are left'
      from withdrawals w join lots l using (member_id, payment_id)
      left join ledger_entries e on e.member_id = w.member_id and e.cause_id = 'withdrawal:' || w.withdrawal_id and e.cause = 'refund'
      left join lot_uses u on u.member_id = w.member_id and u.entry_id = e.entry_id and u.lot_id = l.lot_id
     where w.state <> 'failed' group by w.withdrawal_id, w.payment_id, w.credits
    having coalesce(sum(u.credits), 0) <> w.credits or max(l.credits_left) <> 0`,
  accounts: `
    select 'account ' || m.member_id || ' is not whole' as fault from members m
     where not exists (select 1 from profiles p where p.member_id = m.member_id)
        or not exists (select 1 from wallets w where w.member_id = m.member_id)
        or (m.email like '%@example.net' and (
             (select count(*) from member_emails e where e.member_id = m.member_id) <> 1
          or (select count(*) from member_names n where n.member_id = m.member_id) <> 1
          or (select count(*) from ledger_entries l where l.member_id = m.member_id and l.cause = 'signup') <> 1))`,
  likes: `
    select 'like of ' || g.member_id || ' to ' || g.receiver_id || ' has one side' as fault
      from likes_given g full join likes_received r on r.member_id = g.receiver_id and r.sender_id = g.member_id
     where g.member_id is null or r.member_id is null`,
  blocks: `
    select 'block of ' || b.blocked_id || ' by ' || b.member_id || ' has one side' as fault
      from blocks b full join blocked_by o on o.member_id = b.blocked_id and o.by_id = b.member_id
     where b.member_id is null or o.member_id is null
    union all
    select 'conversation ' || i.conversation_id || ' shows over a block to ' || i.member_id
      from blocks b join inbox i on (i.member_id, i.other_id) in ((b.member_id, b.blocked_id), (b.blocked_id, b.member_id))
     where not i.hidden or i.cleared_seq <> i.last_seq`,
} as const satisfies Record<string, string>;
