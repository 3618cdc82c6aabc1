import { attributes } from '../../../contract/members/attributes.ts';
import type { Orientation } from '../../../contract/members/matching.ts';
import type { SearchQuery } from '../../../contract/members/operations.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Site } from '../../platform/site.ts';
import { findViewer } from '../queries.ts';
import { groupsFor } from '../rules.ts';
import { type Filters, readFilters } from './filters.ts';
import { countJoined, listNewSegments } from './queries.ts';

/** The most members compared, the newest ones, so that it costs the same on a large site. */
const examinedMax = 5_000;

interface Period {
  since: Date;
  until: Date;
}

export interface Newcomers {
  count: number;
  more: boolean;
}

/** Counts new real members who match a saved search, up to `most`. The search's online filter is ignored. */
export async function countNewcomers(
  reader: Reader,
  { memberId, site, search }: { memberId: MemberId; site: Site; search: SearchQuery | null },
  { since, until, most }: Period & { most: number },
): Promise<Newcomers> {
  const nobody = { count: 0, more: false };
  const viewer = await reader.first(findViewer, { memberId });
  if (!viewer) return nobody;
  let filters: Filters;
  try {
    const looking = { site, viewerId: memberId, viewer, country: viewer.country, now: until };
    filters = readFilters({ ...search, online: false, order: 'active' }, looking);
  } catch (error) {
    // The site's offer has changed since the search was saved.
    if (error instanceof Failure) return nobody;
    throw error;
  }
  if (filters.groups.length === 0) return nobody;
  const wanted = { since, until, counted: most + 1, examined: examinedMax };
  const row = await reader.first(countJoined({ ...filters, fictional: false }, wanted));
  if (!row) return nobody;
  const more = row.found > most || row.examined > examinedMax;
  return { count: Math.max(0, more ? row.found - 1 : row.found), more };
}

/** Returns segments as `pool/gender/sexuality`, without the sexuality if it is unknown. */
export async function findSeekers(
  reader: Reader,
  { country, since, until }: Period & { country: string },
): Promise<string[]> {
  const rows = await reader.all(listNewSegments, { country, since, until });
  const found = new Set(rows.flatMap(({ segment }) => segment ?? []));
  const pools = new Set([...found].map((segment) => segment.split('/').slice(0, -3).join('/')));
  const kinds = attributes.gender.flatMap((gender) =>
    [...attributes.sexuality, null].map((sexuality) => ({ gender, sexuality })),
  );
  return [...pools].flatMap((pool) => {
    const isJoined = (kind: Orientation): boolean =>
      groupsFor(kind, undefined).some(({ gender, seeks }) => found.has(`${pool}/${country}/${gender}/${seeks}`));
    return kinds.filter(isJoined).map(({ gender, sexuality }) => [pool, gender, sexuality ?? []].flat().join('/'));
  });
}
