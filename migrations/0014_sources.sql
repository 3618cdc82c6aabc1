-- Partner networks, and the address that is called once for each act of a member whom their link brought.
create table networks (
  name text not null,
  -- Addresses with placeholders. Null: no call.
  sign_up_url text,
  first_purchase_url text,
  added_at timestamptz not null,
  ended_at timestamptz,
  constraint networks_pkey primary key (name),
  constraint networks_name check (name ~ '^[a-z0-9._-]{1,40}$')
);

-- Visits by links that ask to be counted, and how many ended on the first page. Nothing identifies a visitor.
create table source_days (
  network text not null,
  ref text not null,
  site text not null,
  day date not null,
  visits integer not null default 0,
  bounces integer not null default 0,
  measured integer not null default 0,
  constraint source_days_pkey primary key (network, ref, site, day),
  constraint source_days_bounces check (bounces between 0 and visits),
  constraint source_days_measured check (measured >= 0 and measured <= visits)
);

-- `postback_id` lets the network recognize a repeated call. It cannot be traced to a member.
create table postbacks (
  member_id uuid not null,
  act text not null,
  postback_id uuid not null,
  network text not null,
  -- Price of the purchase, in minor units.
  amount integer,
  currency text,
  state text not null default 'waiting',
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint postbacks_pkey primary key (member_id, act),
  constraint postbacks_member_id_fkey foreign key (member_id) references members (member_id),
  constraint postbacks_act check (act in ('sign-up', 'first-purchase')),
  constraint postbacks_settled check ((state = 'waiting') = (settled_at is null)),
  constraint postbacks_state check (state in ('waiting', 'sent', 'given-up'))
);
