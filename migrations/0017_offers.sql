-- Members who joined before the sign-up asked keep the offers and news that they turned on. A bounce had turned them off
-- for everybody, and a working address turns them on again, so it gives way to `unasked`.
update members m
   set notifications_off = m.notifications_off || coalesce((
         select jsonb_object_agg(kind, 'unasked') from unnest(array['promotions', 'news']) as asked (kind)
          where coalesce(m.notifications_off ->> kind, 'bounce') = 'bounce' and not exists (
            select 1 from consents c where c.member_id = m.member_id and c.subject = asked.kind and c.given)),
         '{}');
