import { attributes } from '../../../contract/members/attributes.ts';
import type { Country } from '../../../contract/platform/countries.ts';
import type { SearchQuery } from '../../../contract/members/operations.ts';
import type { Database } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Site } from '../../platform/site.ts';
import { findSeeker } from '../queries.ts';
import { groupsFor } from '../rules.ts';
import { countJoined, listNewSegments } from './queries-newcomers.ts';
import { readFilters } from './read-filters.ts';

/** At most this many new members, the newest, are compared with a search. */
const examinedMax = 5_000;

interface Period {
  since: Date;
  until: Date;
}

/** The number of new members that a search finds: exactly `count`, or `more` than that. */
export interface Newcomers {
  count: number;
  more: boolean;
}

/**
 * Counts the real members who joined within a period and match a member's saved search. Counts up to `most`, and
 * examines only the newest, so that it costs the same on a large site. The search's online filter is ignored.
 */
export async function countNewcomers(
  database: Database,
  { memberId, site, search }: { memberId: string; site: Site; search: SearchQuery | null },
  { since, until, most }: Period & { most: number },
): Promise<Newcomers> {
  const searcher = await database.first(findSeeker, { memberId });
  const filters = searcher && filtersOf({ ...search, online: false, order: 'active' });
  if (!filters || filters.groups.length === 0) return { count: 0, more: false };
  const wanted = { since, until, counted: most + 1, examined: examinedMax };
  const row = await database.first(countJoined({ ...filters, fictional: false }, wanted));
  if (!row) return { count: 0, more: false };
  const more = row.found > most || row.examined > examinedMax;
  return { count: Math.max(0, more ? row.found - 1 : row.found), more };

  function filtersOf(query: SearchQuery): ReturnType<typeof readFilters> | null {
    const country = searcher?.country as Country;
    try {
      return readFilters(query, { site, viewerId: memberId, searcher: searcher ?? null, country, now: until });
    } catch (error) {
      // The site's offer has changed since the search was saved.
      if (error instanceof Failure) return null;
      throw error;
    }
  }
}

/** Viewers whom a newcomer may fit, as `pool/gender/sexuality`; without the sexuality if it is unknown. */
export async function findSeekers(
  database: Database,
  { country, since, until }: Period & { country: string },
): Promise<string[]> {
  const rows = await database.all(listNewSegments, { country, since, until });
  const found = new Set(rows.flatMap(({ segment }) => segment ?? []));
  const pools = new Set([...found].map((segment) => segment.split('/').slice(0, -3).join('/')));
  const kinds = attributes.gender.flatMap((gender) =>
    [...attributes.sexuality, null].map((sexuality) => ({ gender, sexuality })),
  );
  return [...pools].flatMap((pool) =>
    kinds
      .filter((kind) =>
        groupsFor(kind, undefined).some(({ gender, seeks }) => found.has(`${pool}/${country}/${gender}/${seeks}`)),
      )
      .map(({ gender, sexuality }) => [pool, gender, ...(sexuality === null ? [] : [sexuality])].join('/')),
  );
}
