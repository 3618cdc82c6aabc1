import { searchCountMax, searchPageSize, similarMax } from '../../contract/limits.ts';
import type { Statement } from '../platform/database.ts';
import type { Group } from './rules.ts';

/** What a search asks for; everything that is absent does not narrow it. */
export interface Filters {
  viewerId: string | null;
  pool: string;
  /** Profiles run by the house are found only where the site labels them. */
  fictional: boolean;
  /** Who fits, one group a gender; no group finds nobody. */
  groups: readonly Group[];
  country?: string | undefined;
  region?: string | undefined;
  /** Birthdays, `YYYY-MM-DD`: born on this day or earlier, and later than that one. */
  bornUntil?: string | undefined;
  bornAfter?: string | undefined;
  /** Ids of the towns within the distance. */
  towns?: readonly string[] | undefined;
  interests?: readonly string[] | undefined;
  chosen: Partial<Record<ChosenColumn, readonly string[]>>;
  activeSince?: Date | undefined;
  withPhoto?: boolean | undefined;
  /** Somebody to leave out besides the viewer. */
  except?: string | undefined;
}

export const chosenColumns = ['hair_color', 'eye_color', 'body_type', 'relationship_status', 'tattoos'] as const;
export type ChosenColumn = (typeof chosenColumns)[number];

export interface Query<Row> {
  statement: Statement<Row>;
  values: readonly unknown[];
}

interface Values {
  list: unknown[];
  /** Adds a value and gives its place in the text. */
  put(value: unknown): string;
}

function createValues(): Values {
  const list: unknown[] = [];
  return { list, put: (value) => `$${list.push(value)}` };
}

/*
 * Searches are put together from fixed fragments, and every value is a parameter. They stay unnamed: with thousands of
 * possible shapes, prepared ones would pile up on every connection, and a plan made for the very values is the better.
 */

/** One page of ids, latest active first: who is online now leads by that alone. Pages count from 1. */
export function findPage(filters: Filters, page: number): Query<{ member_id: string }> {
  const values = createValues();
  const where = conditions(filters, values);
  const offset = values.put((page - 1) * searchPageSize);
  const text = `select p.member_id from profiles p where ${where}
    order by p.last_active_at desc, p.member_id limit ${searchPageSize} offset ${offset}`;
  return { statement: { name: '', text }, values: values.list };
}

/** How many are found, counted no further than one beyond the most that is told. */
export function countFound(filters: Filters): Query<{ count: number }> {
  const values = createValues();
  const where = conditions(filters, values);
  const text = `select count(*)::int as count
    from (select from profiles p where ${where} limit ${searchCountMax + 1}) as found`;
  return { statement: { name: '', text }, values: values.list };
}

/** Of those found and lately active, the nearest to a member by shared interests, then by years of age. */
export function findNearest(
  filters: Filters,
  to: { interests: readonly string[]; born: string },
): Query<{ member_id: string }> {
  const values = createValues();
  const where = conditions(filters, values);
  const interests = values.put(to.interests);
  const born = values.put(to.born);
  const text = `select c.member_id
    from (select p.* from profiles p where ${where} order by p.last_active_at desc limit 200) as c
    order by (select count(*) from unnest(c.interests) as i (key) where i.key = any(${interests}::text[])) desc,
             abs(c.date_of_birth - ${born}::date) / 365, c.last_active_at desc, c.member_id
    limit ${similarMax}`;
  return { statement: { name: '', text }, values: values.list };
}

function conditions(filters: Filters, { put }: Values): string {
  const { viewerId, country, region, bornUntil, bornAfter, towns, interests, activeSince } = filters;
  const where = [
    `p.status = 'active' and not p.invisible`,
    `p.pool = ${put(filters.pool)}`,
    fitting(filters.groups, put),
    filters.withPhoto
      ? `p.main_photo_status = 'approved'`
      : `(p.main_photo_status is null or p.main_photo_status = 'approved')`,
  ];
  if (!filters.fictional) where.push('not p.fictional');
  if (viewerId !== null) where.push(strangers(put(viewerId)));
  if (filters.except) where.push(`p.member_id <> ${put(filters.except)}`);
  if (country) where.push(`p.country = ${put(country)}`);
  if (region) where.push(`p.region = ${put(region)}`);
  if (bornUntil) where.push(`p.date_of_birth <= ${put(bornUntil)}::date`);
  if (bornAfter) where.push(`p.date_of_birth > ${put(bornAfter)}::date`);
  if (towns) where.push(`p.town = any(${put(towns)}::text[])`);
  if (interests && interests.length > 0) where.push(`p.interests @> ${put(interests)}::text[]`);
  if (activeSince) where.push(`p.last_active_at > ${put(activeSince)}::timestamptz`);
  for (const column of chosenColumns) {
    const wanted = filters.chosen[column];
    if (wanted && wanted.length > 0) where.push(`p.${column} = any(${put(wanted)}::text[])`);
  }
  return where.join('\n      and ');
}

function fitting(groups: readonly Group[], put: Values['put']): string {
  const parts = groups.map(({ gender, sexualities }) => {
    const sameGender = `p.gender = ${put(gender)}`;
    if (sexualities === null) return sameGender;
    return `${sameGender} and (p.sexuality is null or p.sexuality = any(${put(sexualities)}::text[]))`;
  });
  return parts.length === 0 ? 'false' : `(${parts.join(' or ')})`;
}

function strangers(viewer: string): string {
  return `p.member_id <> ${viewer}::uuid
      and not exists (select from blocks b where b.member_id = ${viewer}::uuid and b.blocked_id = p.member_id)
      and not exists (select from blocked_by b where b.member_id = ${viewer}::uuid and b.by_id = p.member_id)`;
}
