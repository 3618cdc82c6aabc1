-- Pictures whose files may be in the storage although no row of photos or chat_photos owns them: noted before files are
-- written, and by whoever removes such a row. A program from before this file notes nothing.
create table unowned_pictures (
  photo_id uuid not null,
  kind text not null,
  owner_id uuid not null,
  since timestamptz not null,
  constraint unowned_pictures_pkey primary key (photo_id),
  constraint unowned_pictures_kind check (kind in ('member', 'chat'))
);
