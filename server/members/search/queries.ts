import { profileAttributes } from '../../../contract/members/attributes.ts';
import { searchPageSize, similarMax } from '../../../contract/members/limits.ts';
import { type Composed, composed, statement } from '../../platform/database/database.ts';
import { isOpen, membersLeftOut } from '../visibility/queries-conditions.ts';
import { type Alternatives, listSegments } from './keys.ts';
import { onlineSince, recentlySince } from '../rules.ts';
import type { Filters } from './filters.ts';

export interface Values {
  list: unknown[];
  /** Adds a value and returns its placeholder. */
  put(value: unknown): string;
}

export function createValues(): Values {
  const list: unknown[] = [];
  return { list, put: (value) => `$${list.push(value)}` };
}

/** One page of ids, and the number of members found, as far as it was counted. */
export interface FoundRow {
  ids: string[];
  found: number;
}

/** The number of members with each of the more common keys, as of the table's last ANALYZE. */
export const listKeyCounts = statement(
  'members.list-key-counts',
  `select k.key, (k.share * c.reltuples)::float8 as members
     from pg_stats s join pg_class c on c.relname = s.tablename
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as k (key, share)
    where s.tablename = 'profiles_search_keys' and k.key is not null and c.reltuples > 0`,
  { present: ['members'] },
);

/*
 * Searches are assembled from fixed fragments, and every value is a parameter. They stay unnamed: with thousands of
 * possible shapes, prepared statements would pile up on every connection, and a plan for the actual values is better.
 */

/**
 * By keys: examines at most `most` members who have the keys, and returns one page of matches in the order of the
 * result. With more than `most` `candidates` the answer is incomplete, and the segments have to be scanned.
 */
export function findByKeys(
  filters: Filters,
  keys: readonly Alternatives[],
  { page, most, now }: { page: number; most: number; now: Date },
): Composed<FoundRow & { candidates: number }> {
  const values = createValues();
  const text = `
    with candidates as materialized (
      select p.member_id, p.last_active_at, p.country, p.town, ${filters.name === undefined ? '' : `${folded} as name,`} ${beyondKeys(filters, values)} as fits
        from profiles p where ${withKeys(keys, values)} limit ${values.put(most + 1)})
    select count(*)::int as candidates, (count(*) filter (where fits))::int as found,
           array(select member_id from candidates where fits ${buildRankedOrder(filters, now, values)} ${buildLimit(page, values)}) as ids
      from candidates`;
  return composed(text, values.list);
}

/** Counts matches by keys, up to `most`. */
export function countByKeys(
  filters: Filters,
  keys: readonly Alternatives[],
  most: number,
): Composed<{ found: number }> {
  const values = createValues();
  const text = `select count(*)::int as found
    from (select from profiles p where ${withKeys(keys, values)} and ${beyondKeys(filters, values)} limit ${values.put(most)}) as found`;
  return composed(text, values.list);
}

/** By scan: reads the segments in activity order (for visitors, in theirs) until the page is full. */
export function listLatest(filters: Filters, page: number): Composed<{ member_id: string }> {
  const values = createValues();
  const scanned = scan(filters, { most: page * searchPageSize, columns: '' }, values);
  const text = `select member_id from (${scanned}) as found ${buildPlainOrder(filters)} ${buildLimit(page, values)}`;
  return composed(text, values.list);
}

/** Counts matches by scan, up to `most`: one segment after the other, until there are enough. */
export function countLatest(filters: Filters, most: number): Composed<{ found: number }> {
  const values = createValues();
  const limit = `limit ${values.put(most)}`;
  const text = `select count(*)::int as found
    from (select from unnest(${values.put(listSegments(filters))}::text[]) as c (segment)
           cross join lateral (
             select from searchable p where p.crowd = c.segment and ${conditions(filters, values)} ${limit}) as one
           ${limit}) as found`;
  return composed(text, values.list);
}

/**
 * The most similar of the first matches that a scan finds: most interests in common first, then closest in age. Ages
 * are whole years, because an order by days would reveal birthdays.
 */
export function findNearest(
  filters: Filters,
  to: { interests: readonly string[]; age: number; now: Date },
): Composed<{ member_id: string }> {
  const values = createValues();
  const scanned = scan(filters, { most: 200, columns: ', p.date_of_birth, p.interests' }, values);
  const interests = values.put(to.interests);
  const age = `extract(year from age(${values.put(to.now.toISOString().slice(0, 10))}::date, c.date_of_birth))`;
  const text = `select c.member_id
    from (${scanned}) as c
    order by (select count(*) from unnest(c.interests) as i (key) where i.key = any(${interests}::text[])) desc,
             abs(${age} - ${values.put(to.age)}::int), ${filters.viewerId === null ? '' : 'c.last_active_at desc, '}c.member_id
    limit ${similarMax}`;
  return composed(text, values.list);
}

/** By name if the search has one. The order for visitors does not reveal activity. */
function buildPlainOrder({ viewerId, name }: Filters): string {
  if (name !== undefined) return 'order by name, member_id';
  return viewerId === null ? 'order by member_id' : 'order by last_active_at desc, member_id';
}

/** The order of `buildStretches` for unordered members, as one number, which compares fastest. */
function buildRankedOrder(filters: Filters, now: Date, { put }: Values): string {
  const { home } = filters;
  if (!home) return buildPlainOrder(filters);
  const bands = home.rings.map(
    (ring, band) => `when town = any(${put(ring.map(({ id }) => id))}::text[]) then ${band}`,
  );
  const farthest = home.rings.length;
  if (home.only) {
    const place = [...bands, `when country = ${put(home.country)} then ${farthest}`].join(' ');
    return `order by case ${place} else ${farthest + 1} end, last_active_at desc, member_id`;
  }
  const [online, recent] = [onlineSince(now), recentlySince(now)].map(
    (since) => `last_active_at > ${put(since)}::timestamptz`,
  );
  const band = `case when not (${recent}) then 0 ${bands.join(' ')} else ${farthest} end`;
  // Within one country, nobody is abroad.
  const abroad = filters.country ? '0' : `(country <> ${put(home.country)})::int`;
  const part = `case when ${online} then 0 when ${recent} then 2 else 4 end + ${abroad}`;
  return `order by (${part}) * ${farthest + 1} + ${band}, last_active_at desc, member_id`;
}

function buildLimit(page: number, { put }: Values): string {
  return `limit ${searchPageSize} offset ${put((page - 1) * searchPageSize)}`;
}

// Each segment is in index order, so their heads can be merged and none is scanned further than needed. All countries
// have too many segments to merge: members get a separate scan of each, visitors one scan across all, because their
// order spreads every segment evenly.
function scan(filters: Filters, { most, columns }: { most: number; columns: string }, values: Values): string {
  const { put } = values;
  const order = buildPlainOrder(filters);
  const head = (segment: string): string => `select p.member_id, p.last_active_at${columns} from searchable p
      where p.crowd = ${segment} and ${conditions(filters, values)} ${order} limit ${most}`;
  const segments = listSegments(filters);
  if (!filters.country && filters.viewerId === null) return head(`any(${put(segments)}::text[])`);
  const heads = filters.country
    ? segments.map((segment) => `(${head(put(segment))})`).join('\n union all ')
    : `select h.* from unnest(${put(segments)}::text[]) as c (segment) cross join lateral (${head('c.segment')}) as h`;
  return `select * from (${heads}) as w ${order} limit ${most}`;
}

// Must repeat the conditions of the indexes on profiles word for word, or PostgreSQL does not use them.
export const findable = `${isOpen('p')} and (p.main_photo_status is null or p.main_photo_status = 'approved')`;

function withKeys(keys: readonly Alternatives[], { put }: Values): string {
  const lists = keys.map((alternatives) => `${searchKeys} && ${put(alternatives)}::text[]`);
  return [findable, ...lists].join(' and ');
}

export const segmentExpression = 'crowd_of(p.pool, p.country, p.gender, p.sexuality)';

const searchKeys = `search_keys(${segmentExpression}, p.date_of_birth, p.main_photo_status, p.region, p.town,
  ${profileAttributes.map((name) => `p.${name}`).join(', ')}, p.interests)`;

// The most selective conditions come first: on a long scan, every further condition costs.
export function conditions(filters: Filters, values: Values, photo = 'p.photo'): string {
  const { put } = values;
  const { region, towns, interests, withPhoto } = filters;
  const where: string[] = [];
  if (withPhoto) where.push(photo);
  if (region) where.push(`p.region = ${put(region)}`);
  if (towns) where.push(`p.town = any(${put(towns)}::text[])`);
  if (interests && interests.length > 0) where.push(`p.interests @> ${put(interests)}::text[]`);
  for (const column of profileAttributes) {
    const wanted = filters.chosen[column];
    if (wanted?.length === 1) where.push(`p.${column} = ${put(wanted[0])}`);
    else if (wanted && wanted.length > 1) where.push(`p.${column} = any(${put(wanted)}::text[])`);
  }
  return [...where, beyondKeys(filters, values)].join(' and ');
}

// The conditions that keys do not express.
function beyondKeys(
  { fictional, viewerId, name, except, unmetSince, bornUntil, bornAfter, activeSince }: Filters,
  { put }: Values,
): string {
  const where = fictional ? [] : ['not p.fictional'];
  if (name !== undefined) where.push(isNamed(put(name)));
  if (bornUntil) where.push(`p.date_of_birth <= ${put(bornUntil)}::date`);
  if (bornAfter) where.push(`p.date_of_birth > ${put(bornAfter)}::date`);
  if (activeSince) where.push(`p.last_active_at > ${put(activeSince)}::timestamptz`);
  if (except && except.length > 0) where.push(`p.member_id <> all(${put(except)}::uuid[])`);
  if (viewerId !== null) where.push(strangers(put(viewerId)));
  if (viewerId !== null && unmetSince) where.push(isUnmet(put(viewerId), put(unmetSince)));
  return where.join(' and ') || 'true';
}

/** The name as indexed. It compares bytes, so the highest character follows every other one. */
export const folded = 'folded_name(p.name) collate "C"';

const isNamed = (name: string): string =>
  `${folded} >= folded_name(${name}::text) and ${folded} < folded_name(${name}::text) || chr(1114111)`;

/** True for members whom the viewer neither likes nor saw in the swipe game after `since`. */
const isUnmet = (viewer: string, since: string): string =>
  `not exists (select 1 from likes_given g where g.member_id = ${viewer}::uuid and g.receiver_id = p.member_id)
      and not exists (select 1 from swipes s where s.member_id = ${viewer}::uuid and s.profile_id = p.member_id
                         and s.swiped_at > ${since}::timestamptz)`;

// One list, read once: checking row by row would double the cost of a long scan.
function strangers(viewer: string): string {
  return `p.member_id <> ${viewer}::uuid
      and p.member_id not in (${membersLeftOut(`${viewer}::uuid`)})`;
}
