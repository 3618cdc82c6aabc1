-- Networks of partners, and what they are told: that somebody who came by their link did something, once for each act.
create table networks (
  name text not null,
  -- Addresses with placeholders; null: not told.
  sign_up_url text,
  first_purchase_url text,
  added_at timestamptz not null,
  ended_at timestamptz,
  constraint networks_pkey primary key (name),
  constraint networks_name check (name ~ '^[a-z0-9._-]{1,40}$'),
  constraint networks_urls check (sign_up_url is not null or first_purchase_url is not null)
);

-- `postback_id` is what the network tells repeats apart by: a repeat has the same one, and no member can be found by it.
create table postbacks (
  member_id uuid not null,
  act text not null,
  postback_id uuid not null,
  network text not null,
  -- What a purchase cost, in minor units.
  amount integer,
  currency text,
  state text not null default 'waiting',
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint postbacks_pkey primary key (member_id, act),
  constraint postbacks_member_id_fkey foreign key (member_id) references members (member_id),
  constraint postbacks_act check (act in ('sign-up', 'first-purchase')),
  constraint postbacks_state check (state in ('waiting', 'sent', 'given-up')),
  constraint postbacks_settled check ((state = 'waiting') = (settled_at is null))
);
