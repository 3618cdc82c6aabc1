import { isAttributeValue, profileAttributes } from '../../../contract/members/attributes.ts';
import { searchCountry } from '../../../contract/platform/choose-country.ts';
import { type Country, anyCountry } from '../../../contract/platform/countries.ts';
import { nameLengthMin } from '../../../contract/members/limits.ts';
import type { SearchQuery } from '../../../contract/members/operations.ts';
import { type ProfileField, shownOn } from '../../../contract/members/shown-profile.ts';
import type { ErrorCode } from '../../../contract/platform/errors.ts';
import { cleanName } from '../../../contract/accounts/username.ts';
import { townRings } from '../../geo/town-rings.ts';
import { refuseFields } from '../../platform/failure.ts';
import type { Site } from '../../platform/site.ts';
import type { Filters, Home } from './filters.ts';
import type { SeekerRow } from '../queries.ts';
import { groupsFor, latestBirthday, onlineSince } from '../rules.ts';

export interface FilterContext {
  site: Site;
  viewerId: string | null;
  /** The viewer's own profile; null for visitors. */
  searcher: SeekerRow | null;
  /** The country of the call, used for visitors. */
  country: Country;
  now: Date;
}

/** Viewers who hide more get their own count; hiding fewer cannot bring a result under `largeResultMin`. */
const hidesFew = 50;

const bandsWithin = { '10': 1, '25': 2, '50': 3, '100': 4 } as const;

/**
 * Reads the filters of a search from its query and the viewer. Ignores filters by fields that the viewer does not see
 * on profiles. Throws input.invalid, which names each field with an unknown value.
 */
export function readFilters(query: SearchQuery, { site, viewerId, searcher, country, now }: FilterContext): Filters {
  const { fields, interests: shownInterests } = shownOn(site.settings, { isMember: viewerId !== null });
  const ifShown = <T>(field: ProfileField, value: T): T | undefined => (fields.has(field) ? value : undefined);
  const faults: Record<string, ErrorCode | undefined> = {};
  const chosen: Filters['chosen'] = {};
  for (const column of profileAttributes) {
    const wanted = splitList(query[column]);
    if (!wanted.every((value) => isAttributeValue(column, value))) faults[column] = 'field.invalid';
    chosen[column] = site.settings.search_fields.includes(column) ? (ifShown(column, wanted) ?? []) : [];
  }
  const name = query.name && cleanName(query.name);
  if (name !== undefined && name.length < nameLengthMin) faults['name'] = 'field.invalid';
  const interests = splitList(query.interests);
  const offered = new Set(site.settings.interests.map(({ key }) => key));
  if (!interests.every((key) => offered.has(key))) faults['interests'] = 'field.invalid';
  refuseFields(faults);
  const homeCountry = searchCountry(site.settings.demo, searcher?.country ?? country) ?? undefined;
  return {
    viewerId,
    hidesMany: (searcher?.hides ?? 0) > hidesFew,
    pool: searcher?.pool ?? site.pool,
    fictional: site.settings.fictional_warning,
    groups: groupsFor(searcher, ifShown('gender', query.gender)),
    country: query.country === anyCountry ? undefined : (query.country ?? homeCountry),
    region: ifShown('countryregion', query.countryregion),
    bornUntil: query.min_age ? latestBirthday(query.min_age, now) : undefined,
    bornAfter: query.max_age ? latestBirthday(query.max_age + 1, now) : undefined,
    towns: ifShown('town', query.distance && townsNear(searcher?.town ?? null, query.distance)),
    interests: interests.filter((key) => shownInterests.has(key)),
    chosen,
    activeSince: query.online && viewerId !== null ? onlineSince(now) : undefined,
    withPhoto: query.with_photo,
    name: viewerId === null ? undefined : name,
    home: searcher ? homeOf(searcher, query, fields.has('town')) : undefined,
  };
}

/** Without a town, or on sites that hide towns, only the country decides nearness. */
function homeOf({ country, town }: SeekerRow, { order, name }: SearchQuery, showsTowns: boolean): Home | undefined {
  if (order === 'active' || name !== undefined) return undefined;
  return { country, rings: town && showsTowns ? townRings(town) : [], only: order === 'nearest' };
}

function townsNear(town: string | null, distance: keyof typeof bandsWithin): readonly string[] {
  return town
    ? townRings(town)
        .slice(0, bandsWithin[distance])
        .flatMap((ring) => ring.map(({ id }) => id))
    : [];
}

function splitList(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
