import { statement } from '../platform/database/database.ts';

export const insertErasure = statement(
  'erasure.insert-erasure',
  'insert into erasures (member_hash, erased_at) values ($memberHash, $now) on conflict do nothing',
);

export const findErasures = statement(
  'erasure.find-erasures',
  'select member_hash from erasures where member_hash = any($hashes::text[])',
);

/** Members who are listed as erased but still in the database. Scans all machines, but only after a restore. */
export const findUnerased = statement(
  'erasure.find-unerased',
  `select member_id from members where encode(sha256(convert_to(member_id::text, 'UTF8')), 'hex') = any($hashes::text[])`,
);
