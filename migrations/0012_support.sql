-- Complaints and reports, the answers of staff, and a copy of the reported content as the reporter saw it.
create table complaints (
  number text not null,
  kind text not null,
  -- Of a report: the reason, the reporter and the reported member.
  reason text,
  reporter_id uuid,
  about_id uuid,
  site text not null,
  language text not null,
  -- Empty for a report, and where the law allows anonymous complaints.
  name text not null,
  email text not null,
  text text not null,
  url text not null,
  received_at timestamptz not null,
  outcome text,
  closed_at timestamptz,
  -- Keyed hash of the normalized address. Limits receipts by mailbox however the address is spelled.
  email_key text,
  -- Whether a receipt was mailed.
  receipt boolean not null default true,
  -- The number of the complaint or statement whose decision is contested.
  contests text,
  -- The moderation action that closed the complaint, so that its author is not told about one that was reverted. Never
  -- shown to the author.
  action text,
  constraint complaints_pkey primary key (number),
  constraint complaints_closed check ((outcome is null) = (closed_at is null)),
  constraint complaints_kind check (kind in ('illegal', 'child-abuse', 'rules', 'decision', 'payment', 'privacy', 'other', 'report')),
  constraint complaints_moderation_action check (action is null or outcome = 'acted'),
  constraint complaints_outcome check (outcome in ('acted', 'no-breach', 'changed', 'unchanged', 'solved')),
  constraint complaints_reason check (reason in ('harassment', 'sexual', 'scam', 'fake', 'underage', 'hate', 'other')),
  constraint complaints_report check ((kind = 'report') = (reporter_id is not null)
    and (kind = 'report') = (about_id is not null) and (kind = 'report') = (reason is not null))
);
create index complaints_email on complaints (lower(email), received_at) where email <> '';
create index complaints_email_key on complaints (email_key, received_at) where email_key is not null;
create index complaints_open on complaints (received_at) where closed_at is null;

-- Closing a complaint requires a record of who does it.
create function refuse_nameless_closing() returns trigger language plpgsql as $$
begin
  if not exists (select from desk_acts where number = new.number and act = 'close') then
    raise exception 'nobody closed the complaint' using constraint = 'complaints_closed_by', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger complaints_closed_by before update on complaints
  for each row when (old.closed_at is null and new.closed_at is not null) execute function refuse_nameless_closing();

create function refuse_other_complaint() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'outcome' - 'closed_at' - 'action') is distinct from (to_jsonb(old) - 'outcome' - 'closed_at' - 'action')
     or old.closed_at is not null then
    raise exception 'what was said and decided stays' using constraint = 'complaints_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger complaints_frozen before update on complaints for each row execute function refuse_other_complaint();

-- Files are stored in the row: no address serves them, and they are deleted with their complaint.
create table complaint_files (
  number text not null,
  position integer not null,
  -- Pictures are encoded again.
  kind text not null,
  -- SHA-256 of the uploaded file.
  sha256 text not null,
  content bytea not null,
  constraint complaint_files_pkey primary key (number, position),
  constraint complaint_files_number_fkey foreign key (number) references complaints (number) on delete cascade,
  constraint complaint_files_kind check (kind in ('webp', 'pdf'))
);

create trigger complaint_files_frozen before update on complaint_files for each row execute function refuse_change();

create table evidence_pictures (
  -- SHA-256 of the content.
  picture_hash text not null,
  content bytea not null,
  constraint evidence_pictures_pkey primary key (picture_hash)
);

create trigger evidence_pictures_frozen before update of content on evidence_pictures
  for each row execute function refuse_change();

create table complaint_evidence (
  number text not null,
  position integer not null,
  kind text not null,
  content jsonb not null,
  picture_hash text,
  constraint complaint_evidence_pkey primary key (number, position),
  constraint complaint_evidence_number_fkey foreign key (number) references complaints (number) on delete cascade,
  constraint complaint_evidence_picture_hash_fkey foreign key (picture_hash) references evidence_pictures (picture_hash),
  constraint complaint_evidence_kind check (kind in ('profile', 'photo', 'message'))
);
create index complaint_evidence_picture_hash on complaint_evidence (picture_hash) where picture_hash is not null;

create trigger complaint_evidence_frozen before update on complaint_evidence for each row execute function refuse_change();

create table complaint_answers (
  number text not null,
  position integer not null,
  text text not null,
  answered_at timestamptz not null,
  constraint complaint_answers_pkey primary key (number, position),
  constraint complaint_answers_number_fkey foreign key (number) references complaints (number) on delete cascade
);

create trigger complaint_answers_frozen before update on complaint_answers for each row execute function refuse_change();

-- Acts of staff against a member or their content, with the reasons that the member is given.
create table moderation_actions (
  -- Number of the statement of reasons. It differs from the complaint's number, which would identify who complained.
  number text not null,
  member_id uuid not null,
  kind text not null,
  reason text not null,
  -- The provision, if the reason is the law.
  law text not null,
  facts text not null,
  source text not null,
  decided_at timestamptz not null,
  reverted_at timestamptz,
  -- A rejected photo has a moderation action, too. If its reason is a rule for photos, no facts are needed: the time at
  -- which the photo was added identifies it.
  about_at timestamptz,
  -- A temporary ban ends by itself. Only its end and its reversal ever change.
  ends_at timestamptz,
  ended_at timestamptz,
  conversation_id uuid,
  message_id uuid,
  constraint moderation_actions_pkey primary key (number),
  constraint moderation_actions_ended check (ended_at is null or (ends_at is not null and ended_at >= ends_at)),
  constraint moderation_actions_ends check (ends_at is null or (kind = 'ban' and ends_at > decided_at)),
  constraint moderation_actions_facts check (facts <> '' or (reason like 'photo-%' and about_at is not null)),
  constraint moderation_actions_reason check (reason in ('respect', 'own', 'selling', 'harm', 'robots', 'adult',
  'law', 'photo-not-you', 'photo-sexual', 'photo-contact', 'photo-unclear')),
  constraint moderation_actions_kind check (kind in ('ban', 'photo', 'text', 'message')),
  constraint moderation_actions_law check ((reason = 'law') = (law <> '')),
  constraint moderation_actions_message check ((kind = 'message') = (conversation_id is not null) and (kind = 'message') = (message_id is not null)),
  constraint moderation_actions_photo check (kind = 'photo' or reason not like 'photo-%'),
  constraint moderation_actions_source check (source in ('report', 'own'))
);
create index moderation_actions_ending on moderation_actions (ends_at) where ends_at is not null and ended_at is null and reverted_at is null;
create index moderation_actions_member on moderation_actions (member_id, decided_at);
-- At most one active action per message.
create unique index moderation_actions_of_message on moderation_actions (message_id) where message_id is not null and reverted_at is null;

create function refuse_other_moderation_action() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'reverted_at' - 'ended_at') is distinct from (to_jsonb(old) - 'reverted_at' - 'ended_at')
     or old.reverted_at is not null
     or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
    raise exception 'what was decided stays' using constraint = 'moderation_actions_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger moderation_actions_frozen before update on moderation_actions for each row execute function refuse_other_moderation_action();
