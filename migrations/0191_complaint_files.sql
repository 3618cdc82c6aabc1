-- Files with a complaint, and receipts counted by the address however it is spelled.
alter table complaints add column email_key text;
-- Whether a receipt was mailed.
alter table complaints add column receipt boolean not null default true;
create index complaints_email_key on complaints (email_key, received_at) where email_key is not null;

-- In the row, so that no address serves them, and they go with their complaint.
create table complaint_files (
  number text not null,
  position integer not null,
  -- Pictures are encoded anew.
  kind text not null,
  -- Of the file as it came.
  sha256 text not null,
  content bytea not null,
  constraint complaint_files_pkey primary key (number, position),
  constraint complaint_files_number_fkey foreign key (number) references complaints (number) on delete cascade,
  constraint complaint_files_kind check (kind in ('webp', 'pdf'))
);
create trigger complaint_files_frozen before update on complaint_files for each row execute function refuse_change();
