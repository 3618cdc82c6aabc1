-- The log of consents has pushes, their kinds, and that visitors may see the photo, too.
set local lock_timeout = '10s';

alter table consents drop constraint consents_subject;
alter table consents add constraint consents_subject check (subject in ('terms', 'sensitive', 'new_conversations',
  'new_messages', 'like', 'unread_message_reminders', 'promotions', 'weekly_updates', 'news', 'reminders', 'push',
  'push_new_messages', 'push_new_conversations', 'push_like', 'visitor_photo')) not valid;
