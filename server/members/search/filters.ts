import { cleanName } from '../../../contract/accounts/username.ts';
import { type DistanceKm, distancesKm } from '../../../contract/geo/geo-bands.ts';
import { type SearchedAttribute, isAttributeValue, searchedAttributes } from '../../../contract/members/attributes.ts';
import { ageAt } from '../../../contract/members/birth-date.ts';
import { nameLengthMin, yearsAround } from '../../../contract/members/limits.ts';
import type { SearchQuery } from '../../../contract/members/operations.ts';
import { type ProfileField, shownOn } from '../../../contract/members/shown-profile.ts';
import { searchCountry } from '../../../contract/platform/choose-country.ts';
import { type Country, anyCountry } from '../../../contract/platform/countries.ts';
import type { ErrorCode } from '../../../contract/platform/errors.ts';
import { type TownRings, townRings } from '../../geo/towns.ts';
import { refuseFields } from '../../platform/failure.ts';
import type { Call } from '../../platform/handler.ts';
import type { Site } from '../../platform/site.ts';
import type { ViewerRow } from '../queries.ts';
import { type Group, groupsFor, latestBirthday, onlineSince } from '../rules.ts';

export interface Home {
  country: Country;
  rings: TownRings;
  /** True if the result is ordered by distance first instead of by activity first. */
  byDistance?: boolean;
}

export interface Filters {
  viewerId: MemberId | null;
  /** A large result may be small for them. */
  hidesMany?: boolean;
  pool: string;
  /** True if fictional profiles are found: only on sites that label them. */
  fictional: boolean;
  groups: readonly Group[];
  country?: string | undefined;
  /** Instead of one country. */
  countries?: readonly string[] | undefined;
  region?: string | undefined;
  /** `YYYY-MM-DD`: on or before `bornUntil`, and after `bornAfter`. */
  bornUntil?: string | undefined;
  bornAfter?: string | undefined;
  towns?: readonly string[] | undefined;
  /** The beginning of a name. The result is then ordered by name. */
  name?: string | undefined;
  interests?: readonly string[] | undefined;
  chosen: Partial<Record<SearchedAttribute, readonly string[]>>;
  activeSince?: Date | undefined;
  withPhoto?: boolean | undefined;
  /** The place that distances are measured from; absent if the result is ordered by activity alone. */
  home?: Home | undefined;
  except?: readonly string[] | undefined;
  unmetSince?: Date | undefined;
}

/** Viewers who hide more get their own count; hiding fewer cannot bring a result under `largeResultMin`. */
const hidesFew = 50;

/** Ignores filters by fields that the viewer does not see. Throws input.invalid, which names each unknown field. */
export function readFilters(
  query: SearchQuery,
  looking: { site: Site; viewerId: MemberId | null; viewer: ViewerRow | null; country: Country; now: Date },
): Filters {
  const { site, viewerId, viewer, country, now } = looking;
  const { fields, interests: shownInterests } = shownOn(site.settings, { isMember: viewerId !== null });
  const ifShown = <T>(field: ProfileField, value: T): T | undefined => (fields.has(field) ? value : undefined);
  const faults: Record<string, ErrorCode | undefined> = {};
  const chosen: Filters['chosen'] = {};
  for (const column of searchedAttributes) {
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
  const homeCountry = searchCountry(site.settings.demo, viewer?.country ?? country) ?? undefined;
  return {
    viewerId,
    hidesMany: (viewer?.hides ?? 0) > hidesFew,
    pool: viewer?.pool ?? site.pool,
    fictional: site.settings.fictional_warning,
    groups: groupsFor(viewer, ifShown('gender', query.gender)),
    country: query.country === anyCountry ? undefined : (query.country ?? homeCountry),
    region: ifShown('countryregion', query.countryregion),
    bornUntil: query.min_age ? latestBirthday(query.min_age, now) : undefined,
    bornAfter: query.max_age ? latestBirthday(query.max_age + 1, now) : undefined,
    towns: ifShown('town', query.distance && townsNear(viewer?.town ?? null, query.distance)),
    interests: interests.filter((key) => shownInterests.has(key)),
    chosen,
    activeSince: query.online && viewerId !== null ? onlineSince(now) : undefined,
    withPhoto: query.with_photo,
    name: viewerId === null ? undefined : name,
    home: viewer ? deriveHome(viewer, query, fields.has('town')) : undefined,
  };
}

function deriveHome({ country, town }: ViewerRow, { order, name }: SearchQuery, showsTowns: boolean): Home | undefined {
  if (order === 'active' || name !== undefined) return undefined;
  return { country, rings: town && showsTowns ? townRings(town) : [], byDistance: order === 'nearest' };
}

export function townsNear(town: string | null, distance: DistanceKm): string[] {
  const rings = town ? townRings(town).slice(0, distancesKm.indexOf(distance) + 1) : [];
  return rings.flat().map(({ id }) => id);
}

function splitList(list: string | undefined): string[] {
  const values = (list ?? '').split(',').map((value) => value.trim());
  return values.filter((value) => value !== '');
}

export function agesNear({ site, context }: Call, { date_of_birth: born }: ViewerRow) {
  const age = ageAt(born, context.clock.now());
  return { min_age: Math.max(site.settings.min_age, age - yearsAround), max_age: age + yearsAround };
}
