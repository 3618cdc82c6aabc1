-- The copy of their data that a member last requested: one row per member, so that no second one starts beside it.
create table exports (
  member_id uuid not null,
  export_id uuid not null,
  asked_at timestamptz not null,
  -- When the file was complete. Null: a job is creating it.
  ready_at timestamptz,
  expires_at timestamptz,
  -- Size of the file in bytes.
  size bigint,
  -- When the download began. The link works once.
  fetched_at timestamptz,
  constraint exports_pkey primary key (member_id),
  constraint exports_member_id_fkey foreign key (member_id) references members,
  constraint exports_fetched check (fetched_at is null or ready_at is not null),
  constraint exports_ready check ((ready_at is null) = (expires_at is null) and (ready_at is null) = (size is null))
);
