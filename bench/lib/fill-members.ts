import { composeIBAN } from 'ibantools';
import type pg from 'pg';

import { createId } from '../../server/platform/ids.ts';
import { newSessionToken } from '../../server/accounts/sessions/sessions.ts';
import { hashToken } from '../../server/platform/hash.ts';
import { startBenchDatabase, openPool } from './database.ts';

export interface BenchMember {
  id: MemberId;
  token: string;
}

export interface Pair {
  sender: BenchMember;
  receiver: BenchMember;
}

/** Pairs members: the first of each pair writes to the second. */
export function pairMembers(members: readonly BenchMember[]): Pair[] {
  return members.flatMap((sender, index) => {
    const receiver = members[index + 1];
    return index % 2 === 0 && receiver ? [{ sender, receiver }] : [];
  });
}

export async function startMembers(name: string, count: number, credits: number) {
  const database = await startBenchDatabase(name);
  const pool = openPool({ ...database.connection, max: 1 });
  const members = await insertMembers(pool, count, credits);
  await pool.end();
  return { database, members };
}

/** Inserts active, logged-in members who have bought `credits`. Ten thousand take a second. */
export async function insertMembers(pool: pg.Pool, count: number, credits: number): Promise<BenchMember[]> {
  const members = Array.from({ length: count }, () => {
    const id = createId<MemberId>();
    return { id, token: newSessionToken(id) };
  });
  const ids = members.map(({ id }) => id);
  const write = (text: string, ...values: unknown[]): Promise<unknown> => pool.query(text, [ids, ...values]);
  await write(`
    insert into members (member_id, site, email, name, password_hash, status, confirmed_at, language, country, signup_at,
                         paid_at, terms_version, terms_accepted_at)
    select id, 'default', id || '@example.org', 'Member ' || left(id::text, 8), 'none', 'active', now(), 'en', 'NL', now(),
           now(), '1', now()
      from unnest($1::uuid[]) id`);
  await write(`
    insert into profiles (member_id, name, gender, date_of_birth, country, status, last_active_at, main_photo,
                          main_photo_status, main_photo_checked, num_photos)
    select id, 'Member ' || left(id::text, 8), case n % 2 when 0 then 'female' else 'male' end, '1990-05-17', 'NL', 'active',
           now(), gen_random_uuid(), 'approved', true, 1
      from unnest($1::uuid[]) with ordinality as made (id, n)`);
  await write('insert into wallets (member_id) select unnest($1::uuid[])');
  if (credits > 0) for (const text of buyCredits) await write(text, credits);
  const hashes = members.map(({ token }) => hashToken(token));
  await write(
    `insert into sessions (token_hash, member_id, client, created_at, seen_at, expires_at)
     select token_hash, id, 'web', now(), now(), now() + interval '30 days' from unnest($1::uuid[], $2::bytea[]) s (id, token_hash)`,
    hashes,
  );
  await pool.query('analyze');
  return members;
}

const buyCredits = [
  `insert into ledger_entries (member_id, entry_id, number, from_account, to_account, amount, cause, cause_id, payment_id,
                               balance_after, created_at)
   select id, gen_random_uuid(), 0, 'sales', 'member', $2, 'purchase', id::text, id, 0, now() from unnest($1::uuid[]) id`,
  `insert into lots (member_id, lot_id, free, payment_id, credits, credits_left, price_minor, currency, created_at)
   select id, gen_random_uuid(), false, id, $2, $2, 100, 'EUR', now() from unnest($1::uuid[]) id`,
];

/** Builds a German IBAN for an account of up to ten digits. */
export function buildIban(account: number): string {
  return composeIBAN({ countryCode: 'DE', bban: `51210800${String(account).padStart(10, '0')}` }) ?? '';
}
