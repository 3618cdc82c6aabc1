import type { TestApp } from './test-app.ts';

/**
 * Inserts active members of the default site directly, because searches need more members than could sign up in time.
 * They are men from the Netherlands unless `fields` differ, by column of `profiles`. Returns their ids.
 */
export async function insertProfiles(
  test: TestApp,
  number: number,
  fields: Record<string, unknown> = {},
): Promise<MemberId[]> {
  const all: Record<string, unknown> = {
    gender: 'male',
    sexuality: 'hetero',
    date_of_birth: '1990-01-01',
    country: 'NL',
    status: 'active',
    last_active_at: test.clock.now(),
    interests: [],
    ...fields,
  };
  const rows = await test.sql<{ member_id: MemberId }>(
    `insert into members (member_id, site, email, name, password_hash, status, confirmed_at, language, country, signup_at, terms_version, terms_accepted_at)
     select gen_random_uuid(), 'default', 'x', 'Somebody', '', 'active', now(), 'en', 'NL', now(), '1', now() from generate_series(1, $1)
     returning member_id`,
    [number],
  );
  const ids = rows.map(({ member_id }) => member_id);
  const columns = Object.keys(all);
  await test.sql(
    `insert into profiles (member_id, name, ${columns.join(', ')})
     select id, 'Somebody', ${columns.map((_, place) => `$${place + 2}`).join(', ')} from unnest($1::uuid[]) as id`,
    [ids, ...columns.map((column) => all[column])],
  );
  return ids;
}
