-- What people complain about or report, what staff answered, and a copy of what was reported as the reporter saw it.
create table complaints (
  number text not null,
  kind text not null,
  -- Of a report: why, by whom, and about whom.
  reason text,
  reporter_id uuid,
  about_id uuid,
  site text not null,
  language text not null,
  -- Empty for a report, and where the law lets people stay unnamed.
  name text not null,
  email text not null,
  text text not null,
  url text not null,
  received_at timestamptz not null,
  outcome text,
  closed_at timestamptz,
  constraint complaints_pkey primary key (number),
  constraint complaints_kind check (kind in ('illegal', 'child-abuse', 'rules', 'decision', 'payment', 'privacy', 'other', 'report')),
  constraint complaints_report check ((kind = 'report') = (reporter_id is not null)
    and (kind = 'report') = (about_id is not null) and (kind = 'report') = (reason is not null)),
  constraint complaints_reason check (reason in ('harassment', 'sexual', 'scam', 'fake', 'underage', 'hate', 'other')),
  constraint complaints_outcome check (outcome in ('acted', 'no-breach', 'changed', 'unchanged', 'solved')),
  constraint complaints_closed check ((outcome is null) = (closed_at is null))
);
create index complaints_open on complaints (received_at) where closed_at is null;
create index complaints_email on complaints (lower(email), received_at) where email <> '';

create table complaint_evidence (
  number text not null,
  position integer not null,
  kind text not null,
  content jsonb not null,
  -- The largest size of a picture as it was shown.
  picture bytea,
  constraint complaint_evidence_pkey primary key (number, position),
  constraint complaint_evidence_number_fkey foreign key (number) references complaints (number) on delete cascade,
  constraint complaint_evidence_kind check (kind in ('profile', 'photo', 'message'))
);

create table complaint_answers (
  number text not null,
  position integer not null,
  text text not null,
  answered_at timestamptz not null,
  constraint complaint_answers_pkey primary key (number, position),
  constraint complaint_answers_number_fkey foreign key (number) references complaints (number) on delete cascade
);

-- Every act of staff at the desk: who, when, what.
create table desk_acts (
  act_id uuid not null,
  who text not null,
  act text not null,
  -- Null for the list.
  number text,
  detail text not null,
  acted_at timestamptz not null,
  constraint desk_acts_pkey primary key (act_id),
  constraint desk_acts_act check (act in ('list', 'show', 'answer', 'close')),
  constraint desk_acts_who check (who <> '')
);

create function refuse_other_complaint() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'outcome' - 'closed_at') is distinct from (to_jsonb(old) - 'outcome' - 'closed_at')
     or old.closed_at is not null then
    raise exception 'what was said and decided stays' using constraint = 'complaints_frozen', errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger complaints_frozen before update on complaints for each row execute function refuse_other_complaint();
create trigger complaint_evidence_frozen before update on complaint_evidence for each row execute function refuse_change();
create trigger complaint_answers_frozen before update on complaint_answers for each row execute function refuse_change();
create trigger desk_acts_append_only before update or delete on desk_acts for each row execute function refuse_change();
create trigger desk_acts_no_truncate before truncate on desk_acts for each statement execute function refuse_change();
