import type pg from 'pg';

import { attributes } from '../../contract/members/attributes.ts';
import { type Country, countryCodes } from '../../contract/platform/countries.ts';
import { interestKeys } from '../../contract/members/interests.ts';
import { findTowns } from '../../server/geo/towns.ts';

/** The share of members per country and attribute value, in thousandths: a few are common, most are rare. */
const weights = {
  country: { US: 260, DE: 140, GB: 120, FR: 100, IT: 70, ES: 60, NL: 60, PL: 50, CA: 40, AU: 30 } as Partial<
    Record<Country, number>
  >,
  hair_color: [180, 230, 220, 110, 150, 20, 10, 40, 10, 15, 25, 5],
  eye_color: [450, 270, 90, 80, 50, 10, 40, 10],
  body_type: [190, 130, 330, 50, 120, 110, 50, 20],
  relationship_status: [560, 60, 60, 30, 160, 80, 40, 10],
  tattoos: [600, 220, 120, 50, 10],
};
const interestSets = 5_000;

/** Creates the tables from which the fill draws. The shares of interests follow Zipf's law, from 40 % down to 2 %. */
export async function prepareDraws(pool: pg.Pool): Promise<void> {
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

/** SQL that draws an attribute's value by its weights. 12 % of the members leave it empty. */
export function draw(column: 'hair_color' | 'eye_color' | 'body_type' | 'relationship_status' | 'tattoos'): string {
  return `case when random() < 0.88 then ${pick(attributes[column], weights[column])} end as ${column}`;
}

export function drawCountry(): string {
  return pick(
    countryCodes,
    countryCodes.map((country) => weights.country[country] ?? 7),
  );
}

export const drawInterests = `(select interests from draw_interests where n = d.set)`;
export const drawInterestSet = `floor(random() * ${interestSets})::int`;

function pick(values: readonly string[], shares: readonly number[]): string {
  const total = shares.reduce((sum, share) => sum + share, 0);
  let sum = 0;
  const bounds = shares.slice(0, -1).map((share) => (sum += share) / total);
  return `pick(array[${values.map((value) => `'${value}'`).join(',')}], array[${bounds.join(',')}]::float8[], random())`;
}
