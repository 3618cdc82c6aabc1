-- Members whose profile names another country than that of their prices: it becomes that one like a change made now.
set local lock_timeout = '10s';

update members m
   set next_country = p.country, next_country_from = now() + interval '30 days'
  from profiles p
 where p.member_id = m.member_id and p.country <> m.country and not p.fictional and m.next_country is null;
