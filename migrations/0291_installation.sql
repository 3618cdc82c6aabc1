-- What the database belongs to, in one row, so that no other process works on it by mistake.
create table installation (
  one boolean not null default true,
  -- When production first started; from then on no other environment does.
  production_since timestamptz,
  -- A fingerprint of SECRET, and the id of the folder of photos and erasures, of production.
  secret_hash text,
  folder_id text,
  constraint installation_pkey primary key (one),
  constraint installation_one check (one)
);
insert into installation default values;
