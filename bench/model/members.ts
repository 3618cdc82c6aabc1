import type pg from 'pg';

import { insertMembers } from '../lib/fill-members.ts';

/** Returns members without a purchase, one by one. They are created in batches; a batch costs as much as one. */
export function openMembers(pool: pg.Pool, lot = 500): () => Promise<string> {
  let fresh: Promise<string[]> = Promise.resolve([]);
  const make = async (): Promise<string[]> => {
    const made = (await insertMembers(pool, lot, 0)).map(({ id }) => id);
    await pool.query('update members set paid_at = null where member_id = any($1)', [made]);
    return made;
  };
  return async () => {
    fresh = fresh.then((left) => (left.length > 0 ? left : make()));
    const [first = ''] = (await fresh).splice(0, 1);
    return first;
  };
}
