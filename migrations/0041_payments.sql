-- What is needed to repeat an interrupted call to the provider: the same body under the same key creates no second payment.
alter table payments
  add column return_origin text not null default '',
  add column description text not null default '',
  add column language text not null default 'en',
  -- The merchant profile under which the provider created the payment; an answer for another profile is a mismatch.
  add column provider_profile text;

create index payments_latest on payments (member_id, created_at desc);
