set local lock_timeout = '10s';

-- What a member agreed to and took back, one row for each act. Nothing of it is ever changed; it goes with an account
-- that nobody can come back to.
create table consents (
  member_id uuid not null,
  consent_id uuid not null,
  subject text not null,
  given boolean not null,
  -- Of the text that was accepted; the hash is that of its sentences in the language.
  version text,
  text_hash text,
  language text,
  way text not null,
  browser text not null,
  system text not null,
  country text,
  noted_at timestamptz not null,
  constraint consents_pkey primary key (member_id, consent_id),
  constraint consents_subject check (subject in ('terms', 'sensitive', 'new_conversations', 'new_messages', 'like',
    'unread_message_reminders', 'promotions', 'weekly_updates', 'news', 'reminders')),
  constraint consents_way check (way in ('page', 'link', 'spam')),
  constraint consents_text check ((text_hash is null) = (language is null))
);

create function refuse_consent_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from members where member_id = old.member_id and status = 'deleted') then
    return old;
  end if;
  raise exception 'consents are append-only' using constraint = 'consents_append_only', errcode = 'integrity_constraint_violation';
end $$;
create trigger consents_append_only before update or delete on consents for each row execute function refuse_consent_change();
create trigger consents_no_truncate before truncate on consents for each statement execute function refuse_change();
