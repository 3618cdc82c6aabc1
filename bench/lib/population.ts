import type pg from 'pg';

import { attributes } from '../../contract/members/attributes.ts';
import { interestKeys } from '../../contract/members/interests.ts';
import { countries, countryCodes } from '../../contract/platform/countries.ts';
import { findTowns } from '../../server/geo/towns.ts';
import { startBenchDatabase, openPool } from './database.ts';
import { weights } from './population.data.ts';

export type Population = Awaited<ReturnType<typeof startPopulation>>;

// A quarter of the memory of a machine for this many members.
const settings = { shared_buffers: '1GB' };
// Increase this when the fill changes, so that older data is replaced.
const version = 2;

/** Starts a database with this many members, filled in the first run and kept for later ones. */
export async function startPopulation(
  members: number,
  print: (line: string) => void,
  more: { name?: string; fill?: (pool: pg.Pool) => Promise<unknown> } = {},
) {
  const database = await startBenchDatabase(more.name ?? `members-${members}`, { keep: true, settings });
  const pool = openPool({ ...database.connection, max: 4, idleTimeoutMillis: 0 });
  // The server may stop before the last socket is closed, which is not an error.
  pool.on('error', () => undefined);
  await pool.query('create table if not exists bench_population (version int, at timestamptz)');
  const loadFillDate = (): Promise<{ rows: { at: Date }[] }> =>
    pool.query('select at from bench_population where version = $1', [version]);
  if ((await loadFillDate()).rows.length === 0) {
    print(`filling ${members.toLocaleString('en')} members, once`);
    await fillPopulation(pool, members);
    const { rows } = await pool.query<{ at: Date }>('select now() as at');
    await more.fill?.(pool);
    await pool.query('truncate bench_population');
    await pool.query('insert into bench_population values ($1, $2)', [version, rows[0]?.at]);
  }
  const stop = async (): Promise<void> => {
    await pool.end();
    await database.stop();
  };
  // The app's clock is fixed at the time of filling, so that the same members are online.
  return { at: (await loadFillDate()).rows[0]?.at ?? new Date(), connection: database.connection, pool, stop };
}

/**
 * Fills a skewed population, the same in every run. One million members take a minute or two, because triggers are off
 * and indexes are built last. Finally 3 % become active again, so that the tables are less compact than after a vacuum.
 */
export async function fillPopulation(pool: pg.Pool, count: number): Promise<void> {
  await prepareDraws(pool);
  const client = await pool.connect();
  try {
    // The rows are consistent by construction, so triggers and foreign keys are skipped.
    await client.query(`set session_replication_role = replica; set max_parallel_workers_per_gather = 0`);
    await client.query(`set maintenance_work_mem = '512MB'; set work_mem = '64MB'; set synchronous_commit = off`);
    await client.query('truncate members cascade');
    const { rows: indexes } = await client.query<{ name: string; text: string }>(
      `select indexname as name, indexdef as text from pg_indexes where tablename in ('profiles', 'searchable')
          and indexname not like '%pkey'`,
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query('select setseed(0.5)');
    await client.query(profiles, [count]);
    await client.query(members);
    await client.query(searchable);
    for (const { text } of indexes) await client.query(text);
    await client.query('alter index profiles_search_keys alter column 1 set statistics 300');
    await client.query('reset session_replication_role');
  } finally {
    client.release(true);
  }
  await pool.query('vacuum analyze');
  await pool.query(touchSome);
}

const interestSets = 5_000;
const drawInterests = `(select interests from draw_interests where n = d.set)`;
const drawInterestSet = `floor(random() * ${interestSets})::int`;

const homeLanguages = countryCodes
  .map((country) => `when '${country}' then '${countries[country].locales[0]}'`)
  .join(' ');
/** The first language of the country, often English, and for one member in ten another one. */
const drawLanguages = `array(
           select distinct spoken from unnest(array[
             case d.country ${homeLanguages} end, case when random() < 0.6 then 'en' end,
             case when random() < 0.1 then (array[${attributes.languages.map((one) => `'${one}'`).join(', ')}])[ceil(random() * ${attributes.languages.length})::int] end
           ]) as l (spoken) where spoken is not null)`;

/** Ages peak around thirty; half of the members were active within seven weeks, and 3 % are online. */
const profiles = `
  insert into profiles (member_id, name, gender, sexuality, date_of_birth, country, region, town, about, hair_color, eye_color,
                        body_type, relationship_status, tattoos, interests, languages, status, invisible, fictional, last_active_at,
                        main_photo, main_photo_status, main_photo_checked, num_photos)
  select d.id, 'Member ' || left(d.id::text, 8), d.gender, d.sexuality, d.born, d.country, p.region,
         case when d.has_town then p.town end, repeat('A line about a quiet evening. ', d.lines), d.hair_color, d.eye_color, d.body_type,
         d.relationship_status, d.tattoos, case when d.sexuality is null then '{}' else ${drawInterests} end, ${drawLanguages},
         d.status, d.invisible,
         false, d.last_active_at, case when d.photo is not null then d.id end, d.photo, d.photo is not null,
         case when d.photo is null then 0 else d.photos end
    from (
      select overlay(overlay(md5('member ' || n) placing '4' from 13 for 1) placing 'a' from 17 for 1)::uuid as id,
             case when random() < 0.6 then 'male' else 'female' end as gender,
             pick(array['hetero', 'bi', 'gay', 'lesbian', null], array[0.68, 0.75, 0.79, 0.81], random()) as sexuality,
             date '2006-01-01' - (365.25 * 45 * power(random(), 1.6))::int as born,
             ${drawCountry()} as country, power(random(), 2.5) as place, random() < 0.9 as has_town,
             floor(random() * 10)::int as lines, ${draw('hair_color')}, ${draw('eye_color')}, ${draw('body_type')},
             ${draw('relationship_status')}, ${draw('tattoos')}, ${drawInterestSet} as set,
             pick(array['active', 'disabled', 'hidden'], array[0.9, 0.96], random()) as status, random() < 0.03 as invisible,
             now() - case when random() < 0.03 then interval '290 seconds' * random() else interval '400 days' * power(random(), 3) end
               as last_active_at,
             pick(array['approved', 'pending', null], array[0.65, 0.68], random()) as photo, 1 + floor(random() * 6)::int as photos
        from generate_series(1, $1) n) d
    join (select country, count(*)::int as towns from draw_places group by country) c using (country)
    join draw_places p on p.country = d.country and p.n = floor(c.towns * d.place)`;

const members = `
  insert into members (member_id, site, email, name, password_hash, status, confirmed_at, language, country, signup_at, paid_at,
                       terms_version, terms_accepted_at)
  select member_id, 'default', member_id || '@example.org', name, 'none', 'active', now(), 'en', country, now() - interval '1 year',
         case when get_byte(uuid_send(member_id), 0) < 50 then now() end, '1', now()
    from profiles`;

const searchable = `
  insert into searchable (member_id, last_active_at, date_of_birth, photo, fictional, segment, region, town, hair_color, eye_color,
                          body_type, relationship_status, tattoos, interests, languages)
  select member_id, last_active_at, date_of_birth, main_photo_status is not null, fictional, segment_of(pool, country, gender, sexuality),
         region, town, hair_color, eye_color, body_type, relationship_status, tattoos, interests, languages
    from profiles where status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved')`;

const touchSome = `
  update profiles set last_active_at = now() - interval '4 minutes' * random()
   where last_active_at > now() - interval '30 minutes'`;

/** Creates the tables from which the fill draws. The shares of interests follow Zipf's law, from 40 % down to 2 %. */
async function prepareDraws(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create or replace function pick(list text[], bounds float8[], chance float8) returns text language sql immutable
      return list[1 + width_bucket(chance, bounds)];
    create unlogged table if not exists draw_places (country text, n int, town text, region text, primary key (country, n));
    create unlogged table if not exists draw_interests (n int primary key, interests text[]);
    truncate draw_places, draw_interests;
    select setseed(0.25)`);
  const towns = countryCodes.flatMap((country) =>
    findTowns(country, '', Number.POSITIVE_INFINITY).map((town, n) => ({ ...town, n })),
  );
  await pool.query('insert into draw_places select * from unnest($1::text[], $2::int[], $3::text[], $4::text[])', [
    towns.map(({ country }) => country),
    towns.map(({ n }) => n),
    towns.map(({ id }) => id),
    towns.map(({ region }) => region),
  ]);
  await pool.query(
    `insert into draw_interests
     select n, array(select key from unnest($2::text[]) with ordinality as i (key, rank)
                      where random() < 0.4 / (1 + 0.3 * (rank - 1)) and n >= 0)
       from generate_series(0, $1 - 1) n`,
    [interestSets, interestKeys],
  );
}

/** Writes SQL that draws an attribute's value by its weights. 12 % of the members leave it empty. */
function draw(column: 'hair_color' | 'eye_color' | 'body_type' | 'relationship_status' | 'tattoos'): string {
  return `case when random() < 0.88 then ${pick(attributes[column], weights[column])} end as ${column}`;
}

function drawCountry(): string {
  return pick(
    countryCodes,
    countryCodes.map((country) => weights.country[country] ?? 7),
  );
}

function pick(values: readonly string[], shares: readonly number[]): string {
  const total = shares.reduce((sum, share) => sum + share, 0);
  let sum = 0;
  const bounds = shares.slice(0, -1).map((share) => (sum += share) / total);
  return `pick(array[${values.map((value) => `'${value}'`).join(',')}], array[${bounds.join(',')}]::float8[], random())`;
}
