import type { PlacedTown } from '../../geo/towns.ts';
import { onlineSince, recentlySince } from '../rules.ts';
import type { Filters, Home } from './filters.ts';
import { listSegments } from './keys.ts';

/** A town of one search segment, and its distance band (0: nearest). */
export interface NearTown {
  segment: string;
  town: string;
  band: number;
}

/**
 * A part of a result, after all earlier parts: first the members of `near` towns, band by band, then those of the
 * `further` segments outside the towns in `without`; within each, the latest active first.
 */
export interface Stretch {
  near: readonly NearTown[];
  /** Empty if this part has nobody further away. */
  further: readonly string[];
  without: readonly string[];
  /** Limits activity: after `after`, and no later than `until`. */
  after?: Date;
  until?: Date;
}

/** Rings of towns that are read together. The outer ones have too many towns to be read before they are needed. */
const readTogether: readonly (readonly number[])[] = [[0, 1], [2], [3]];
const bands = readTogether.flat();

/**
 * Splits a result into parts in the product's order: online now, then active within the last 30 days, then all others;
 * within the first two, own country before others and nearest first. Without a home there is one part, by activity
 * alone. If few match, no ring fills the page, so all rings are read together. For `only`, rings come before both
 * countries, and activity orders only within a distance band.
 */
export function buildStretches(filters: Filters, now: Date, { isFew }: { isFew: boolean }): Stretch[] {
  const { home, activeSince } = filters;
  if (!home)
    return [{ near: [], further: listSegments(filters), without: [], ...(activeSince && { after: activeSince }) }];
  const places = splitPlaces(filters, home);
  if (home.only) return byDistance(places, activeSince);
  const online = onlineSince(now);
  const here = places.map((place) => ({ ...place, after: online }));
  if (activeSince) return here.filter(isSomewhere);
  const [after, until] = [recentlySince(now), online];
  const lately = places.flatMap(({ near, further, without }) => [
    ...groupRings(near, isFew).map((ring) => ({ near: ring, further: [], without: [], after, until })),
    { near: [], further, without, after, until },
  ]);
  const before = places.map(({ near, further }) => {
    const alike = further.length > 0 ? [] : near.map((one) => ({ ...one, band: 0 }));
    return { near: alike, further, without: [], until: after };
  });
  return [...here, ...lately, ...before].filter(isSomewhere);
}

type Places = ReturnType<typeof splitPlaces>;

/** Without a limit by activity, towns are expensive to read, so rings are always read one by one. */
function byDistance(places: Places, after: Date | undefined): Stretch[] {
  const since = after && { after };
  const near = places.flatMap((place) => place.near);
  const rings = groupRings(near, false).map((ring) => ({ near: ring, further: [], without: [], ...since }));
  const further = places.map((place) => ({ ...place, near: [], ...since }));
  return [...rings, ...further].filter(isSomewhere);
}

function groupRings(near: readonly NearTown[], isFew: boolean): NearTown[][] {
  return (isFew ? [bands] : readTogether).map((together) => near.filter(({ band }) => together.includes(band)));
}

const isSomewhere = ({ near, further }: Stretch): boolean => near.length + further.length > 0;

/** The home country and the others, each with its near towns, within the filters. */
function splitPlaces(filters: Filters, home: Home): Pick<Stretch, 'near' | 'further' | 'without'>[] {
  const isOwn = (country: string): boolean => country === home.country;
  const inRegion = ({ region }: PlacedTown): boolean => filters.region === undefined || region === filters.region;
  const inTowns = ({ id }: PlacedTown): boolean => filters.towns === undefined || filters.towns.includes(id);
  const rings = home.rings.map((ring) => ring.filter((town) => inRegion(town) && inTowns(town)));
  return [isOwn, (country: string) => !isOwn(country)].map((belongs) => {
    const segments = listSegments(filters, belongs);
    const near = rings.flatMap((ring, band) =>
      ring.flatMap(({ id, country }) =>
        listSegments(filters, (one) => one === country && belongs(one)).map((segment) => ({ segment, town: id, band })),
      ),
    );
    const without = [...new Set(near.map(({ town }) => town))];
    return { near, further: filters.towns ? [] : segments, without };
  });
}
