-- What goes through whole tables, apart from the changes of these tables: those keep everybody else from them until the
-- file has ended.
set local lock_timeout = '10s';

update notices set told_at = sent_at where sent_at > now() - interval '6 hours' and told_at is null;
update members set address_failed = true
 where not address_failed and jsonb_path_exists(notifications_off, '$.* ? (@ == "bounce")');
alter table consents validate constraint consents_subject;
