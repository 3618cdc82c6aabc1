-- The key by which sessions are spread is in their primary key. Its index was built by the file before.
alter table sessions
  drop constraint sessions_pkey,
  add constraint sessions_pkey primary key using index sessions_key;
