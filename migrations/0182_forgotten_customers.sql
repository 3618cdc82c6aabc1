set local lock_timeout = '10s';

-- Since when the provider should have forgotten a member who was erased. The row goes once it has.
alter table payment_customers add column forget_at timestamptz;
create index payment_customers_to_forget on payment_customers (forget_at) where forget_at is not null;

-- Whoever was erased before.
update payment_customers c set forget_at = now()
  from members m
 where m.member_id = c.member_id and m.status = 'deleted'
   and not exists (select 1 from debits d where d.member_id = c.member_id and d.provider = c.provider and d.holder <> '');
