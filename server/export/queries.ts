import { statement } from '../platform/database/database.ts';

export const findExport = statement(
  'export.find-export',
  'select export_id, asked_at, ready_at, expires_at, size::text as size, fetched_at from exports where member_id = $memberId',
);

/** Begins an export unless one was requested after `since`; the row lock lets one of two calls win. */
export const beginExport = statement(
  'export.begin-export',
  `insert into exports (member_id, export_id, asked_at) values ($memberId, $exportId, $now)
   on conflict (member_id) do update
      set export_id = excluded.export_id, asked_at = excluded.asked_at, ready_at = null, expires_at = null, size = null,
          fetched_at = null
    where exports.asked_at <= $since`,
);

export const finishExport = statement(
  'export.finish-export',
  `update exports set ready_at = $now, expires_at = $expiresAt, size = $size
    where member_id = $memberId and export_id = $exportId and ready_at is null`,
);

export const takeExport = statement(
  'export.take-export',
  `update exports set fetched_at = $now
    where member_id = $memberId and export_id = $exportId and fetched_at is null and expires_at > $now`,
);

export const deleteExport = statement('export.delete-export', 'delete from exports where member_id = $memberId');

export const purgeRows = statement('export.purge-rows', 'delete from exports where asked_at < $before');
