import { statement } from '../../platform/database/database.ts';

export const setLeaving = statement(
  'accounts.set-leaving',
  `update members set status = 'pending_deletion' where member_id = $memberId and status in ('active', 'not_confirmed')`,
);

export const setReturned = statement(
  'accounts.set-returned',
  `update members set status = case when confirmed_at is null then 'not_confirmed' else 'active' end
    where member_id = $memberId and status = 'pending_deletion'`,
);

export const insertDeparture = statement(
  'accounts.insert-departure',
  'insert into departures (member_id, left_at, due_at) values ($memberId, $now, $dueAt)',
);

export const findDeparture = statement(
  'accounts.find-departure',
  'select due_at from departures where member_id = $memberId',
);

export const deleteDeparture = statement(
  'accounts.delete-departure',
  'delete from departures where member_id = $memberId',
);

export const countReason = statement(
  'accounts.count-reason',
  `insert into departure_reasons (month, reason, members) values ($month::date, $reason, 1)
   on conflict (month, reason) do update set members = departure_reasons.members + 1`,
);
