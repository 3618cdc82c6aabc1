import { useQuery } from '@tanstack/react-query';

import {
  type DistanceKm,
  type DistanceUnit,
  chooseUnit,
  distanceBands,
  distancesKm,
  farthestBand,
  toUnit,
} from '../../contract/geo/geo-bands.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';
import type { Country } from '../../contract/platform/countries.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { type Say, useSay } from '../platform/sentences/sentences.tsx';
import type { PhotoCaptionProps } from '../ui/photo.tsx';

/** How places are told to a viewer: from their country, in their language and unit. */
export interface PlaceWords {
  say: Say;
  own: Country | null;
  country(code: Country): string;
}

export function usePlaceWords(): PlaceWords {
  const say = useSay();
  const { country } = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  return { say, country, own: user?.profile.country ?? settings?.geoip_selected_country ?? null };
}

type Placed = Partial<Pick<ProfileSummary, 'town' | 'country' | 'distance'>>;

/**
 * Returns the town, and the country if it is not the viewer's own. It then says more than that a member is far away.
 */
export function placeText({ own, country: name }: PlaceWords, { town = null, country }: Placed): string | undefined {
  const abroad = country !== undefined && country !== own && name(country);
  return [town, abroad].filter(Boolean).join(', ') || undefined;
}

export function distanceText(words: PlaceWords, { distance = null, country }: Placed): string | undefined {
  if (distance === null || (distance === farthestBand && country !== words.own)) return undefined;
  const unit = chooseUnit(words.own);
  const index = distanceBands.indexOf(distance);
  const [low, high] = [distancesKm[index - 1], distancesKm[index]];
  if (!low) return words.say('members.band-under', { unit, high: toUnit(distancesKm[0], unit, 'upper') });
  if (!high) return words.say('members.band-over', { unit, low: toUnit(low, unit, 'lower') });
  return words.say('members.band', { unit, low: toUnit(low, unit, 'lower'), high: toUnit(high, unit, 'upper') });
}

/** Returns the values of a sentence about a distance that a search is limited to. */
export function reachIn({ own }: Pick<PlaceWords, 'own'>, km: DistanceKm): { unit: DistanceUnit; far: string } {
  const unit = chooseUnit(own);
  return { unit, far: toUnit(km, unit, 'upper') };
}

/** Returns a town abroad with the country's code, for pictures that are too narrow for its name. */
function shortPlaceText({ own }: PlaceWords, { town, country }: Placed): string | undefined {
  return town && country && country !== own ? `${town}, ${country}` : undefined;
}

type Captioned = Pick<ProfileSummary, 'name' | 'age'> & Partial<Pick<ProfileSummary, 'online'>> & Placed;

export function buildCaption(words: PlaceWords, member: Captioned): PhotoCaptionProps {
  const { name, age, online = false } = member;
  const { say } = words;
  const [place, distance] = [placeText(words, member), distanceText(words, member)];
  return {
    title: say('members.name-age', { name, age }),
    ...(online && { online: say('common.online') }),
    ...(place !== undefined && { place, shortPlace: shortPlaceText(words, member) }),
    ...(distance !== undefined && { distance }),
  };
}
