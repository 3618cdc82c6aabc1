-- What the provider has to be asked again with, when the first call for an order was cut: the same words make the same payment.
alter table payments
  add column return_origin text not null default '',
  add column description text not null default '',
  add column language text not null default 'en',
  -- The merchant profile that the provider named when it made the payment; a later answer from another one is a mismatch.
  add column provider_profile text;

create index payments_latest on payments (member_id, created_at desc);
