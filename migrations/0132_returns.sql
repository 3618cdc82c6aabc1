-- Whether a member has written in a conversation yet: the first answer to somebody who wrote first has a price of its own.
-- And up to where the other's messages gave their credits back because the member did not open them.
set local lock_timeout = '10s';

alter table inbox
  add column written boolean not null default false,
  add column returned_seq integer not null default 0;

update inbox set written = true
 where exists (select 1 from messages m where m.conversation_id = inbox.conversation_id and m.sender_id = inbox.member_id);

-- Members who are gone for good and whose unread messages have not all given their credits back yet.
create table gone_members (
  member_id uuid not null,
  gone_at timestamptz not null,
  constraint gone_members_pkey primary key (member_id),
  constraint gone_members_member_id_fkey foreign key (member_id) references members (member_id)
);

insert into gone_members (member_id, gone_at) select member_id, now() from members where status in ('banned', 'deleted');

create function note_gone_member() returns trigger language plpgsql as $$
begin
  insert into gone_members (member_id, gone_at) values (new.member_id, now()) on conflict (member_id) do nothing;
  return null;
end $$;
create trigger members_gone after update of status on members for each row
  when (new.status in ('banned', 'deleted') and old.status is distinct from new.status)
  execute function note_gone_member();
