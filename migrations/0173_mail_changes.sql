set local lock_timeout = '10s';

-- A change of address: asked for, and done when the link to the new address is used. Until 72 hours after that the earlier
-- address stays its owner's, who can bring it back; each earlier one has its own row and its own link.
create table mail_changes (
  member_id uuid not null,
  change_id uuid not null,
  old_email text not null,
  new_email text not null,
  asked_at timestamptz not null,
  done_at timestamptz,
  constraint mail_changes_pkey primary key (member_id, change_id)
);

-- The change that a link confirms or undoes.
alter table tokens add column change_id uuid;

-- Set for an earlier address: nobody else can take it until then.
alter table member_emails add column kept_until timestamptz;
