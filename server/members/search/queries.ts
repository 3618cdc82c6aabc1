import { profileAttributes } from '../../../contract/members/attributes.ts';
import { searchPageSize, similarMax } from '../../../contract/members/limits.ts';
import { utcDay } from '../../../contract/platform/calendar.ts';
import { countryCodes } from '../../../contract/platform/countries.ts';
import type { PlacedTown } from '../../geo/towns.ts';
import { type Composed, composeStatement, statement } from '../../platform/database/database.ts';
import { onlineSince, recentlySince } from '../rules.ts';
import { isOpen, membersLeftOut } from '../visibility/queries-conditions.ts';
import type { Filters, Home } from './filters.ts';
import { type Alternatives, areKeys, listSegments } from './keys.ts';
import { type Scan, type Slice, listNeighbors } from './slices.ts';

export interface FoundRow {
  ids: MemberId[];
  found: number;
}

type Count = Pick<FoundRow, 'found'>;
type Listed = { member_id: MemberId };

/** The table's last ANALYZE sets these counts. */
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

/** Adds a value to the parameters and returns its mark in the text. */
type Put = (value: unknown) => string;

function compose<Row>(build: (put: Put) => string): Composed<Row> {
  const values: unknown[] = [];
  const text = build((value) => `$${values.push(value)}`);
  return composeStatement(text, values);
}

/** Examines at most `most` members with the keys. With more `candidates` the result is incomplete: scan instead. */
export function findByKeys(
  filters: Filters,
  keys: readonly Alternatives[],
  { page, most, now }: { page: number; most: number; now: Date },
) {
  const name = filters.name === undefined ? '' : `${folded} as name,`;
  return compose<FoundRow & { candidates: number }>(
    (put) => `
    with candidates as materialized (
      select p.member_id, p.last_active_at, p.country, p.town, ${name} ${buildConditionsBeyondKeys(filters, put)} as fits
        from profiles p where ${buildKeyConditions(keys, put)} limit ${put(most + 1)})
    select count(*)::int as candidates, (count(*) filter (where fits))::int as found,
           array(select member_id from candidates where fits ${buildRankedOrder(filters, now, put)} ${buildLimit(page, put)}) as ids
      from candidates`,
  );
}

export function countByKeys(filters: Filters, keys: readonly Alternatives[], most: number) {
  return compose<Count>(
    (put) => `select count(*)::int as found
    from (select 1 from profiles p where ${buildKeyConditions(keys, put)} and ${buildConditionsBeyondKeys(filters, put)} limit ${put(most)}) as found`,
  );
}

/** Reads the segments in activity order (for visitors, in theirs) until the page is full. */
export function listLatest(filters: Filters, page: number) {
  return compose<Listed>((put) => {
    const scanned = buildScan(filters, { most: page * searchPageSize, columns: '' }, put);
    return `select member_id from (${scanned}) as found ${buildPlainOrder(filters)} ${buildLimit(page, put)}`;
  });
}

export function countLatest(filters: Filters, most: number) {
  return compose<Count>((put) => {
    const limit = `limit ${put(most)}`;
    return `select count(*)::int as found
    from (select 1 from unnest(${put(listSegments(filters))}::text[]) as c (segment)
           cross join lateral (
             select 1 from searchable p where p.segment = c.segment and ${buildConditions(filters, put)} ${limit}) as one
           ${limit}) as found`;
  });
}

/**
 * Finds the members nearest to somebody: most interests in common first, then closest in age, in whole years, because
 * an order by days would reveal birthdays.
 */
export function findNearest(filters: Filters, to: { interests: readonly string[]; age: number; now: Date }) {
  return compose<Listed>((put) => {
    const scanned = buildScan(filters, { most: 200, columns: ', p.date_of_birth, p.interests' }, put);
    const interests = put(to.interests);
    const age = `extract(year from age(${put(utcDay(to.now))}::date, c.date_of_birth))`;
    return `select c.member_id
    from (${scanned}) as c
    order by (select count(*) from unnest(c.interests) as i (key) where i.key = any(${interests}::text[])) desc,
             abs(${age} - ${put(to.age)}::int), ${filters.viewerId === null ? '' : 'c.last_active_at desc, '}c.member_id
    limit ${similarMax}`;
  });
}

/** Builds the order of a plain search. That of visitors does not reveal activity. */
function buildPlainOrder({ viewerId, name }: Filters): string {
  if (name !== undefined) return 'order by name, member_id';
  return viewerId === null ? 'order by member_id' : 'order by last_active_at desc, member_id';
}

/** Builds one number, which compares fastest: the order of `buildSlices`. */
function buildRankedOrder(filters: Filters, now: Date, put: Put): string {
  const { home } = filters;
  if (!home) return buildPlainOrder(filters);
  const inRing = (ring: readonly PlacedTown[]): string => `town = any(${put(ring.map(({ id }) => id))}::text[])`;
  const bands = home.rings.map((ring, band) => `when ${inRing(ring)} then ${band}`).join(' ');
  const farthest = home.rings.length;
  const [land, abroad] = buildLandOrder(filters, home, put);
  const beyond = `${farthest} + ${land}`;
  const place = bands === '' ? beyond : `case ${bands} else ${beyond} end`;
  if (home.byDistance) return `order by ${place}, last_active_at desc, member_id`;
  const [online, recent] = [onlineSince(now), recentlySince(now)].map(
    (since) => `last_active_at > ${put(since)}::timestamptz`,
  );
  const places = farthest + 3;
  return `order by case when not (${recent}) then ${4 * places} + ${land}
      else case when ${online} then 0 else ${2 * places} end + ${abroad} * ${places} + ${place} end, last_active_at desc, member_id`;
}

/** Returns which of own country, neighbors and others a member's country is, and whether it is abroad, as numbers. */
function buildLandOrder({ country }: Filters, home: Home, put: Put): [land: string, abroad: string] {
  if (country) return ['0', '0'];
  const own = put(home.country);
  const beside = `country = any(${put(listNeighbors(home.country))}::text[])`;
  return [`case when country = ${own} then 0 when ${beside} then 1 else 2 end`, `(country <> ${own})::int`];
}

function buildLimit(page: number, put: Put): string {
  return `limit ${searchPageSize} offset ${put((page - 1) * searchPageSize)}`;
}

// Each segment is in index order, so their heads merge and none is scanned further than needed. All countries have too
// many to merge: members get a separate scan of each, visitors one across all, whose order spreads segments evenly.
function buildScan(filters: Filters, { most, columns }: { most: number; columns: string }, put: Put): string {
  const order = buildPlainOrder(filters);
  const head = (segment: string): string => `select p.member_id, p.last_active_at${columns} from searchable p
      where p.segment = ${segment} and ${buildConditions(filters, put)} ${order} limit ${most}`;
  const segments = listSegments(filters);
  if (!filters.country && filters.viewerId === null) return head(`any(${put(segments)}::text[])`);
  const heads = filters.country
    ? segments.map((segment) => `(${head(put(segment))})`).join('\n union all ')
    : `select h.* from unnest(${put(segments)}::text[]) as c (segment) cross join lateral (${head('c.segment')}) as h`;
  return `select * from (${heads}) as w ${order} limit ${most}`;
}

// Must repeat the conditions of the indexes on profiles word for word, or PostgreSQL does not use them.
const findable = `${isOpen('p')} and (p.main_photo_status is null or p.main_photo_status = 'approved')`;

function buildKeyConditions(keys: readonly Alternatives[], put: Put): string {
  const lists = keys.map((alternatives) => `${searchKeys} && ${put(alternatives)}::text[]`);
  return [findable, ...lists].join(' and ');
}

const segmentExpression = 'segment_of(p.pool, p.country, p.gender, p.sexuality)';

const searchKeys = `search_keys(${segmentExpression}, p.date_of_birth, p.main_photo_status, p.region, p.town,
  ${profileAttributes.map((name) => `p.${name}`).join(', ')}, p.interests, p.languages)`;

// The most selective conditions come first: on a long scan, every further condition costs.
function buildConditions(filters: Filters, put: Put, photo = 'p.photo'): string {
  const { region, towns, interests, withPhoto } = filters;
  const where: string[] = [];
  if (withPhoto) where.push(photo);
  if (region) where.push(`p.region = ${put(region)}`);
  if (towns && areKeys(towns)) where.push(`p.town = any(${put(towns)}::text[])`);
  if (interests && interests.length > 0) where.push(`p.interests @> ${put(interests)}::text[]`);
  for (const column of profileAttributes) {
    const wanted = filters.chosen[column];
    if (wanted?.length === 1) where.push(`p.${column} = ${put(wanted[0])}`);
    else if (wanted && wanted.length > 1) where.push(`p.${column} = any(${put(wanted)}::text[])`);
  }
  const { languages = [] } = filters.chosen;
  if (languages.length > 0) where.push(`p.languages && ${put(languages)}::text[]`);
  return [...where, buildConditionsBeyondKeys(filters, put)].join(' and ');
}

function buildConditionsBeyondKeys(
  { fictional, viewerId, name, except, unmetSince, bornUntil, bornAfter, activeSince, towns }: Filters,
  put: Put,
): string {
  const where = fictional ? [] : ['not p.fictional'];
  if (name !== undefined) where.push(buildNameCondition(put(name)));
  if (bornUntil) where.push(`p.date_of_birth <= ${put(bornUntil)}::date`);
  if (bornAfter) where.push(`p.date_of_birth > ${put(bornAfter)}::date`);
  if (towns && !areKeys(towns)) where.push(`${buildTownCondition(put(towns))} is true`);
  if (activeSince) where.push(`p.last_active_at > ${put(activeSince)}::timestamptz`);
  if (except && except.length > 0) where.push(`p.member_id <> all(${put(except)}::uuid[])`);
  if (viewerId !== null) where.push(buildStrangerCondition(put(viewerId)));
  if (viewerId !== null && unmetSince) where.push(buildUnmetCondition(put(viewerId), put(unmetSince)));
  return where.join(' and ') || 'true';
}

/** The name as indexed. It compares bytes, so the highest character follows every other one. */
const folded = 'folded_name(p.name) collate "C"';

const buildNameCondition = (name: string): string =>
  `${folded} >= folded_name(${name}::text) and ${folded} < folded_name(${name}::text) || chr(1114111)`;

const buildUnmetCondition = (viewer: string, since: string): string =>
  `not exists (select 1 from likes_given g where g.member_id = ${viewer}::uuid and g.receiver_id = p.member_id)
      and not exists (select 1 from swipes s where s.member_id = ${viewer}::uuid and s.profile_id = p.member_id
                         and s.swiped_at > ${since}::timestamptz)`;

// One list, read once: checking row by row would double the cost of a long scan.
function buildStrangerCondition(viewer: string): string {
  return `p.member_id <> ${viewer}::uuid
      and p.member_id not in (${membersLeftOut(`${viewer}::uuid`)})`;
}

export function listSlice(filters: Filters, slice: Slice, most: number) {
  return compose<Listed>((put) => {
    const parts = [
      ...(slice.near.length > 0 ? [buildNearPart(filters, slice, most, put)] : []),
      ...slice.scans.map((scanned) => buildScanPart(filters, { ...slice, ...scanned }, most, put)),
    ];
    return `select member_id from (${parts.join(' union all ')}) as part
    order by band, last_active_at desc, member_id limit ${most}`;
  });
}

/** Returns the SQL of the nearby members: each town in activity order, only as far as the part can need. */
function buildNearPart(filters: Filters, slice: Slice, most: number, put: Put): string {
  const columns = [
    `${put(slice.near.map(({ segment }) => segment))}::text[]`,
    `${put(slice.near.map(({ town }) => town))}::text[]`,
    `${put(slice.near.map(({ band }) => band))}::int[]`,
  ];
  return `select found.member_id, found.last_active_at, near.band
    from unnest(${columns.join(', ')}) as near (segment, town, band)
   cross join lateral (
     select p.member_id, p.last_active_at from searchable p
      where p.segment = near.segment and p.town = near.town and ${buildActivityCondition(slice, put)}
        and ${buildConditions({ ...filters, towns: undefined }, put)}
      order by p.last_active_at desc, p.member_id limit ${most}) as found`;
}

/** Returns the SQL of one scan: each segment in activity order, only as far as the part can need. */
function buildScanPart(filters: Filters, part: Slice & Scan, most: number, put: Put): string {
  const { segments, band, towns, exceptTowns = [], rings = [] } = part;
  const where = [
    buildActivityCondition(part, put),
    buildConditions(towns ? { ...filters, towns: undefined } : filters, put),
  ];
  if (towns) where.push(`${buildTownCondition(put(towns))} is true`);
  if (exceptTowns.length > 0) where.push(`${buildTownCondition(put(exceptTowns))} is not true`);
  const cases = rings.map((ring) => `when ${buildTownCondition(put(ring.towns))} then ${ring.band}`).join(' ');
  const found = cases === '' ? band : `case ${cases} else ${band} end`;
  return `select found.member_id, found.last_active_at, found.band
    from unnest(${put(segments)}::text[]) as scanned (segment)
   cross join lateral (
     select p.member_id, p.last_active_at, ${found} as band from searchable p
      where p.segment = scanned.segment and ${where.join(' and ')}
      order by ${cases === '' ? '' : 'band, '}p.last_active_at desc, p.member_id limit ${most}) as found`;
}

/**
 * Returns the SQL that tests for one of many towns. A subquery is hashed, and not planned by its values: PostgreSQL
 * would look each of a thousand constants up among the most common towns, which takes longer than most searches.
 */
function buildTownCondition(towns: string): string {
  return `(p.town in (select unnest(${towns}::text[])))`;
}

function buildActivityCondition({ after, until }: Slice, put: Put): string {
  const where = [];
  if (after) where.push(`p.last_active_at > ${put(after)}::timestamptz`);
  if (until) where.push(`p.last_active_at <= ${put(until)}::timestamptz`);
  return where.join(' and ') || 'true';
}

export function listNamed(filters: Filters, page: number) {
  const columns = `p.member_id, ${folded} as name`;
  const part = { most: page * searchPageSize, columns, order: `order by ${folded}, p.member_id` };
  return compose<Listed>(
    (put) =>
      `select member_id from (${buildNamedQuery(filters, part, put)}) as found order by name, member_id ${buildLimit(page, put)}`,
  );
}

export function countNamed(filters: Filters, most: number) {
  return compose<Count>((put) => {
    const found = buildNamedQuery(filters, { most, columns: '', order: '' }, put);
    return `select count(*)::int as found from (${found} limit ${put(most)}) as found`;
  });
}

function buildNamedQuery(filters: Filters, part: { most: number; columns: string; order: string }, put: Put): string {
  const { most, columns, order } = part;
  return `select one.* from unnest(${put(listSegments(filters))}::text[]) as c (segment)
   cross join lateral (
     select ${columns} from profiles p
      where ${segmentExpression} = c.segment and ${findable}
        and ${buildConditions(filters, put, `p.main_photo_status = 'approved'`)} ${order} limit ${put(most)}) as one`;
}

export const listNewSegments = statement(
  'members.list-new-segments',
  `select distinct p.segment as segment from members m join searchable p using (member_id)
    where m.country = $country and m.status = 'active' and m.signup_at > $since and m.signup_at <= $until and not p.fictional`,
);

export function countJoined(
  filters: Filters,
  { since, until, counted, examined }: { since: Date; until: Date; counted: number; examined: number },
) {
  return compose<Count & { examined: number }>((put) => {
    const country = filters.country ? `= ${put(filters.country)}` : `= any(${put(countryCodes)}::text[])`;
    return `
    with newest as materialized (
      select m.member_id from members m
       where m.country ${country} and m.status = 'active'
         and m.signup_at > ${put(since)}::timestamptz and m.signup_at <= ${put(until)}::timestamptz
       order by m.signup_at desc limit ${put(examined + 1)})
    select (select count(*)::int from newest) as examined,
           (select count(*)::int from (
              select 1 from newest join searchable p using (member_id)
               where p.segment = any(${put(listSegments(filters))}::text[]) and ${buildConditions(filters, put)}
               limit ${put(counted)}) as matching) as found`;
  });
}
