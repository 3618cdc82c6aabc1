import type { Group } from '../rules.ts';

/** What a search asks for; everything that is absent does not narrow it. */
export interface Filters {
  viewerId: string | null;
  pool: string;
  /** Profiles run by the house are found only where the site labels them. */
  fictional: boolean;
  /** Who fits; no group finds nobody. */
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
