import type pg from 'pg';

import { type Gender, type Sexuality, profileAttributes } from '../../contract/members/attributes.ts';
import { countryCodes } from '../../contract/platform/countries.ts';
import { groupsFor, latestBirthday } from '../../server/members/rules.ts';
import { townRings } from '../../server/geo/town-rings.ts';

/** A searching member: active, with a town, of any gender and sexuality. */
export interface Viewer {
  member_id: string;
  gender: Gender;
  sexuality: Sexuality | null;
  country: string;
  region: string;
  town: string;
}

export interface SearchScenario {
  name: string;
  query(viewer: Viewer): object;
  /** Searches all countries, not only the viewer's own. */
  everywhere?: boolean;
  /** The same filter as a plain SQL condition on a profile's columns. */
  where(viewer: Viewer, at: Date): string;
  /** The filter's search keys, for plain SQL that looks up by keys. */
  traits?(viewer: Viewer): string[][];
}

const born = (min: number, max: number) => (_viewer: Viewer, at: Date) =>
  `date_of_birth <= '${latestBirthday(min, at)}' and date_of_birth > '${latestBirthday(max + 1, at)}'`;
const years = (at: number, min: number, max: number): string[] =>
  Array.from({ length: max - min + 2 }, (_, place) => `born=${at - max - 1 + place}`);
const near = ({ town }: Viewer): string[] =>
  townRings(town)
    .slice(0, 2)
    .flatMap((ring) => ring.map(({ id }) => id));
const quoted = (list: readonly string[]): string => list.map((one) => `'${one}'`).join(',');
const thisYear = new Date().getUTCFullYear();

/** Searches in every order, from one that finds everybody to one that finds almost nobody. */
export const scenarios: readonly SearchScenario[] = [
  { name: 'everybody', query: () => ({}), where: () => 'true' },
  { name: 'ages 25 to 45', query: () => ({ min_age: 25, max_age: 45 }), where: born(25, 45) },
  { name: 'with a photo', query: () => ({ with_photo: true }), where: () => 'photo' },
  {
    name: 'online now',
    query: () => ({ online: true }),
    where: (_viewer, at) => `last_active_at > '${new Date(at.getTime() - 300_000).toISOString()}'`,
  },
  {
    name: 'aged 57 or 58',
    query: () => ({ min_age: 57, max_age: 58 }),
    where: born(57, 58),
    traits: () => [years(thisYear, 57, 58)],
  },
  {
    name: 'one region',
    query: ({ region }) => ({ countryregion: region }),
    where: ({ region }) => `region = '${region}'`,
    traits: ({ region }) => [[`region=${region}`]],
  },
  {
    name: 'within 25 km',
    query: () => ({ distance: '25' }),
    where: (viewer) => `town = any(array[${quoted(near(viewer))}])`,
    traits: (viewer) => [near(viewer).map((town) => `town=${town}`)],
  },
  {
    name: 'a common interest',
    query: () => ({ interests: 'relationship' }),
    where: () => `interests @> '{relationship}'`,
  },
  {
    name: 'a rare interest',
    query: () => ({ interests: 'astrology' }),
    where: () => `interests @> '{astrology}'`,
    traits: () => [['interest=astrology']],
  },
  {
    name: 'one hair colour',
    query: () => ({ hair_color: 'red' }),
    where: () => `hair_color = 'red'`,
    traits: () => [['hair_color=red']],
  },
  {
    name: 'one hair, one eye colour',
    query: () => ({ hair_color: 'white', eye_color: 'amber' }),
    where: () => `hair_color = 'white' and eye_color = 'amber'`,
    traits: () => [['hair_color=white'], ['eye_color=amber']],
  },
  {
    name: 'everything at once',
    query: ({ region }) => ({
      countryregion: region,
      min_age: 30,
      max_age: 39,
      interests: 'dating,yoga',
      body_type: 'slim,athletic',
      hair_color: 'brown',
    }),
    where: (
      { region },
      at,
    ) => `region = '${region}' and ${born(30, 39)({} as Viewer, at)} and interests @> '{dating,yoga}'
      and body_type in ('slim', 'athletic') and hair_color = 'brown'`,
    traits: ({ region }) => [
      [`region=${region}`],
      ['interest=yoga'],
      ['hair_color=brown'],
      ['body_type=slim', 'body_type=athletic'],
    ],
  },
  { name: 'all countries', query: () => ({ country: 'all' }), everywhere: true, where: () => 'true' },
  { name: 'nearest first', query: () => ({ order: 'nearest' }), where: () => 'true' },
  {
    name: 'nearest first, ages 25 to 45',
    query: () => ({ order: 'nearest', min_age: 25, max_age: 45 }),
    where: born(25, 45),
  },
  {
    name: 'nearest first, one hair colour',
    query: () => ({ order: 'nearest', hair_color: 'red' }),
    where: () => `hair_color = 'red'`,
    traits: () => [['hair_color=red']],
  },
  {
    name: 'nearest first, all countries',
    query: () => ({ order: 'nearest', country: 'all' }),
    everywhere: true,
    where: () => 'true',
  },
  // All names in the population are "Member " and random hexadecimal digits. Handwritten SQL for a name would equal our
  // own statement, so the limit is a search for everybody.
  { name: 'a name that all have', query: () => ({ name: 'me' }), where: () => 'true' },
  { name: 'a name of few', query: () => ({ name: 'Member 1a' }), where: () => 'true' },
  {
    name: 'a name of few, all countries',
    query: () => ({ name: 'Member 1a', country: 'all' }),
    everywhere: true,
    where: () => 'true',
  },
];

/** The searching members, the same in every run. */
export async function findViewers(pool: pg.Pool, count: number): Promise<Viewer[]> {
  const { rows } = await pool.query<Viewer>(
    `select member_id, gender, sexuality, country, region, town from profiles
      where status = 'active' and town is not null order by member_id limit $1`,
    [count],
  );
  return rows;
}

/** Handwritten SQL for a scenario: a page of rows and a bounded count, without visibility rules. */
export function plainSearch(scenario: SearchScenario, viewer: Viewer, { at, page }: { at: Date; page: number }) {
  const groups = groupsFor(viewer, undefined);
  const segments = (scenario.everywhere ? countryCodes : [viewer.country]).flatMap((country) =>
    groups.map(({ gender, seeks }) => `default/${country}/${gender}/${seeks}`),
  );
  const where = scenario.where(viewer, at);
  const order = 'order by last_active_at desc, member_id';
  const rows = (
    ids: string,
  ): string => `select p.*, m.paid_at from (${ids}) i join profiles p using (member_id) join members m
    using (member_id) order by p.last_active_at desc, p.member_id`;
  const offset = (page - 1) * 24;
  const members = (segment: string): string =>
    `select member_id, last_active_at from searchable where crowd = '${segment}' and ${where}`;
  const merged = segments.map((segment) => `(${members(segment)} ${order} limit ${offset + 24})`).join(' union all ');
  const latest = {
    page: rows(`select member_id from (${merged}) u ${order} limit 24 offset ${offset}`),
    count: `select count(*) from (${segments.map(members).join(' union all ')} limit 1001) u`,
  };
  if (!scenario.traits) return { latest };
  const keys = scenario
    .traits(viewer)
    .map((traits) => segments.flatMap((one) => traits.map((trait) => `${one}/${trait}`)));
  const having = `select member_id, last_active_at from profiles where ${findable} and ${where}
    and ${keys.map((list) => `${searchKeys} && array[${quoted(list)}]`).join(' and ')}`;
  const byKeys = {
    page: rows(`${having} ${order} limit 24 offset ${offset}`),
    count: `select count(*) from (${having} limit 1001) u`,
  };
  return { latest, keys: byKeys };
}

const findable = `status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved')`;
const searchKeys = `search_keys(crowd_of(pool, country, gender, sexuality), date_of_birth, main_photo_status, region, town,
  ${profileAttributes.join(', ')}, interests)`;
