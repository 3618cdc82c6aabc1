import { statement } from '../../platform/database/database.ts';

export const insertDismissed = statement(
  'accounts.insert-dismissed',
  `insert into dismissed_alerts (member_id, name, dismissed_at)
   select $memberId, closed.name, $now from unnest($names::text[]) as closed (name)
   on conflict (member_id, name) do nothing`,
);

export const deleteDismissed = statement(
  'accounts.delete-dismissed',
  'delete from dismissed_alerts where member_id = $memberId and name = any($names)',
);

export const deleteAllDismissed = statement(
  'accounts.delete-all-dismissed',
  'delete from dismissed_alerts where member_id = $memberId',
);
