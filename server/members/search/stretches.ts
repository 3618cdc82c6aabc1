import type { PlacedTown } from '../../geo/towns.ts';
import { onlineSince, recentlySince } from '../rules.ts';
import type { Filters, Home } from './filters.ts';
import { segmentsOf } from './keys.ts';

/** A town of one search segment, and its band of distance (0: nearest). */
export interface NearTown {
  segment: string;
  town: string;
  band: number;
}

/**
 * A part of a result, which follows all parts before it: first the members of the near towns, band by band, then those
 * of the segments outside of the towns that it leaves out. The latest active come first in each.
 */
export interface Stretch {
  near: readonly NearTown[];
  /** Empty if nobody further away belongs to this part. */
  further: readonly string[];
  without: readonly string[];
  /** Active after this moment, and no later than that one. */
  after?: Date;
  until?: Date;
}

/** Rings of towns that are read together: the outer ones have too many towns to be read before they are needed. */
const readTogether: readonly (readonly number[])[] = [[0, 1], [2], [3]];
const bands = readTogether.flat();

/**
 * A result in the order of the product: online now, then active within the last 30 days, then everybody else; of the
 * first two own country before others, and nearest first. Without a home it has one part, by activity alone. Where few
 * match, no ring fills the page, so that all rings are read together. By distance alone, the rings come before both
 * countries, and activity orders only within a class of distance.
 */
export function stretchesOf(filters: Filters, now: Date, { isFew }: { isFew: boolean }): Stretch[] {
  const { home, activeSince } = filters;
  if (!home)
    return [{ near: [], further: segmentsOf(filters), without: [], ...(activeSince && { after: activeSince }) }];
  const places = placesOf(filters, home);
  if (home.only) return byDistance(places, activeSince);
  const online = onlineSince(now);
  const here = places.map((place) => ({ ...place, after: online }));
  if (activeSince) return here.filter(isSomewhere);
  const [after, until] = [recentlySince(now), online];
  const lately = places.flatMap(({ near, further, without }) => [
    ...ringsOf(near, isFew).map((ring) => ({ near: ring, further: [], without: [], after, until })),
    { near: [], further, without, after, until },
  ]);
  const before = places.map(({ near, further }) => {
    const alike = further.length > 0 ? [] : near.map((one) => ({ ...one, band: 0 }));
    return { near: alike, further, without: [], until: after };
  });
  return [...here, ...lately, ...before].filter(isSomewhere);
}

type Places = ReturnType<typeof placesOf>;

/** Without an activity to end at, a town is read far: rings one by one, however few match. */
function byDistance(places: Places, after: Date | undefined): Stretch[] {
  const since = after && { after };
  const near = places.flatMap((place) => place.near);
  const rings = ringsOf(near, false).map((ring) => ({ near: ring, further: [], without: [], ...since }));
  const further = places.map((place) => ({ ...place, near: [], ...since }));
  return [...rings, ...further].filter(isSomewhere);
}

/** Near towns as they are read together. */
function ringsOf(near: readonly NearTown[], isFew: boolean): NearTown[][] {
  return (isFew ? [bands] : readTogether).map((together) => near.filter(({ band }) => together.includes(band)));
}

const isSomewhere = ({ near, further }: Stretch): boolean => near.length + further.length > 0;

/** The own country and the others, as far as the filters allow: each with its near towns. */
function placesOf(filters: Filters, home: Home): Pick<Stretch, 'near' | 'further' | 'without'>[] {
  const isOwn = (country: string): boolean => country === home.country;
  const inRegion = ({ region }: PlacedTown): boolean => filters.region === undefined || region === filters.region;
  const inTowns = ({ id }: PlacedTown): boolean => filters.towns === undefined || filters.towns.includes(id);
  const rings = home.rings.map((ring) => ring.filter((town) => inRegion(town) && inTowns(town)));
  return [isOwn, (country: string) => !isOwn(country)].map((belongs) => {
    const segments = segmentsOf(filters, belongs);
    const near = rings.flatMap((ring, band) =>
      ring.flatMap(({ id, country }) =>
        segmentsOf(filters, (one) => one === country && belongs(one)).map((segment) => ({ segment, town: id, band })),
      ),
    );
    const without = [...new Set(near.map(({ town }) => town))];
    return { near, further: filters.towns ? [] : segments, without };
  });
}
