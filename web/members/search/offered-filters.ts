import { useQuery } from '@tanstack/react-query';

import { type ProfileAttribute, profileAttributes } from '../../../contract/members/attributes.ts';
import { type Interest, isInterest } from '../../../contract/members/interests.ts';
import { shownOn } from '../../../contract/members/shown-profile.ts';
import { type ShellSettings, interestsQuery, settingsQuery, userQuery } from '../../platform/queries.ts';
import type { Filters } from './filters.ts';

/** The filters offered to a viewer: only fields that they see on profiles of this site. */
export interface OfferedFilters {
  gender: boolean;
  region: boolean;
  distance: boolean;
  online: boolean;
  name: boolean;
  attributes: readonly ProfileAttribute[];
  /** Null while loading. */
  interests: readonly Interest[] | null;
}

type Interests = readonly { key: string }[];

export function offeredFilters(
  settings: Pick<ShellSettings, 'visible_profile_fields' | 'search_fields'> | undefined,
  interests: Interests | undefined,
  isMember: boolean,
): OfferedFilters {
  const { visible_profile_fields = [], search_fields = [] } = settings ?? {};
  const shown = shownOn({ visible_profile_fields, interests: interests ?? [] }, { isMember });
  const hasInterests = shown.fields.has('interests');
  return {
    gender: shown.fields.has('gender'),
    region: shown.fields.has('countryregion'),
    distance: isMember && shown.fields.has('town'),
    online: isMember,
    name: isMember,
    attributes: profileAttributes.filter((name) => shown.fields.has(name) && search_fields.includes(name)),
    interests: hasInterests && interests === undefined ? null : [...shown.interests].filter(isInterest),
  };
}

/** Drops filters that are not offered, such as those of a link from a member to a visitor. */
export function onlyOffered(filters: Filters, offered: OfferedFilters): Filters {
  return {
    ...filters,
    gender: offered.gender ? filters.gender : null,
    countryregion: offered.region ? filters.countryregion : null,
    distance: offered.distance ? filters.distance : null,
    online: offered.online && filters.online,
    name: offered.name ? filters.name : '',
    interests: filters.interests.filter((key) => offered.interests === null || offered.interests.includes(key)),
    chosen: Object.fromEntries(
      offered.attributes.flatMap((name) => (filters.chosen[name] ? [[name, filters.chosen[name]]] : [])),
    ),
  };
}

/** The filters offered to the viewer of this page. */
export function useOfferedFilters(): OfferedFilters {
  const { data: settings } = useQuery(settingsQuery);
  const { data: interests } = useQuery(interestsQuery);
  const { data: user } = useQuery(userQuery);
  return offeredFilters(settings, interests, Boolean(user));
}
