import type { ProfileAttribute } from '../../../contract/members/attributes.ts';
import type { Country } from '../../../contract/platform/countries.ts';
import type { TownRings } from '../../geo/town-rings.ts';
import type { Group } from '../rules.ts';

/** The viewer's home, from which an order by nearness starts. */
export interface Home {
  country: Country;
  rings: TownRings;
  /** Orders by distance first instead of by activity first. */
  only?: boolean;
}

/** The filters of a search; an absent one does not narrow it. */
export interface Filters {
  viewerId: string | null;
  /** The viewer hides so many members that a large result may be small for them. */
  hidesMany?: boolean;
  pool: string;
  /** True on sites that label fictional profiles; only there are they found. */
  fictional: boolean;
  /** Groups of compatible members; an empty list finds nobody. */
  groups: readonly Group[];
  country?: string | undefined;
  region?: string | undefined;
  /** Birth dates, `YYYY-MM-DD`: on or before `bornUntil`, and after `bornAfter`. */
  bornUntil?: string | undefined;
  bornAfter?: string | undefined;
  /** Ids of the towns within the distance. */
  towns?: readonly string[] | undefined;
  /** The beginning of a name. The result is then ordered by name. */
  name?: string | undefined;
  interests?: readonly string[] | undefined;
  chosen: Partial<Record<ProfileAttribute, readonly string[]>>;
  activeSince?: Date | undefined;
  withPhoto?: boolean | undefined;
  /** Absent if the result is ordered by activity alone. */
  home?: Home | undefined;
  /** Ids of members to leave out besides the viewer. */
  except?: readonly string[] | undefined;
  /** Excludes members whom the viewer likes, or saw in the swipe game after this moment. */
  unmetSince?: Date | undefined;
}
