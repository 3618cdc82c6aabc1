-- Whether visitors see the member's photo. Null until the member chooses: the country decides then.
alter table profiles add column visitors_see_photo boolean;

-- Visitors get members in an order that says nothing about who was here.
create index searchable_for_visitors on searchable (crowd, member_id);
