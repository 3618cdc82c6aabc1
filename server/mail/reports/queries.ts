import { statement } from '../../platform/database/database.ts';

export const insertFailure = statement(
  'mail.insert-failure',
  `insert into mail_failures (member_id, sent_at, trouble, address, noted_at)
   values ($memberId, $sentAt, $trouble, $address, $now) on conflict do nothing`,
);

export const countFailures = statement(
  'mail.count-failures',
  `select count(*)::int as count from mail_failures
    where member_id = $memberId and address = $address and trouble = 'soft' and noted_at > $since`,
);

export const deleteFailures = statement(
  'mail.delete-failures',
  'delete from mail_failures where member_id = $memberId',
);

export const purgeFailures = statement('mail.purge-failures', 'delete from mail_failures where sent_at < $before');
