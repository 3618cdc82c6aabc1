import type { PlacedTown } from '../../geo/towns.ts';
import { onlineSince, recentlySince } from '../rules.ts';
import type { Filters, Home } from './filters.ts';
import { listSegments } from './keys.ts';

interface NearTown {
  segment: string;
  town: string;
  band: number;
}

/**
 * First the members of `near` towns, band by band, then those of the `further` segments outside `exceptTowns`; within
 * each, the latest active first.
 */
export interface Slice {
  near: readonly NearTown[];
  further: readonly string[];
  exceptTowns: readonly string[];
  after?: Date;
  until?: Date;
}

/** The outer rings have too many towns to be read before they are needed. */
const readTogether: readonly (readonly number[])[] = [[0, 1], [2], [3]];
const bands = readTogether.flat();

/**
 * Online now, then active within the last 30 days, then all others; within the first two, own country before others and
 * nearest first. Without a home there is one part, by activity. If few match, all rings are read together. With
 * `home.byDistance`, rings come before both countries, and activity orders only within a distance band.
 */
export function buildSlices(filters: Filters, now: Date, { isFew }: { isFew: boolean }): Slice[] {
  const { home, activeSince } = filters;
  if (!home)
    return [{ near: [], further: listSegments(filters), exceptTowns: [], ...(activeSince && { after: activeSince }) }];
  const places = splitPlaces(filters, home);
  if (home.byDistance) return byDistance(places, activeSince);
  const online = onlineSince(now);
  const here = places.map((place) => ({ ...place, after: online }));
  if (activeSince) return here.filter(isSomewhere);
  const [after, until] = [recentlySince(now), online];
  const lately = places.flatMap(({ near, further, exceptTowns }) => [
    ...groupRings(near, isFew).map((ring) => ({ near: ring, further: [], exceptTowns: [], after, until })),
    { near: [], further, exceptTowns, after, until },
  ]);
  const before = places.map(({ near, further }) => {
    const alike = further.length > 0 ? [] : near.map((one) => ({ ...one, band: 0 }));
    return { near: alike, further, exceptTowns: [], until: after };
  });
  return [...here, ...lately, ...before].filter(isSomewhere);
}

type Places = ReturnType<typeof splitPlaces>;

/** Returns the slices by distance. Without a limit by activity, towns are expensive, so rings are read one by one. */
function byDistance(places: Places, after: Date | undefined): Slice[] {
  const since = after && { after };
  const near = places.flatMap((place) => place.near);
  const rings = groupRings(near, false).map((ring) => ({ near: ring, further: [], exceptTowns: [], ...since }));
  const further = places.map((place) => ({ ...place, near: [], ...since }));
  return [...rings, ...further].filter(isSomewhere);
}

function groupRings(near: readonly NearTown[], isFew: boolean): NearTown[][] {
  return (isFew ? [bands] : readTogether).map((together) => near.filter(({ band }) => together.includes(band)));
}

const isSomewhere = ({ near, further }: Slice): boolean => near.length + further.length > 0;

function splitPlaces(filters: Filters, home: Home): Pick<Slice, 'near' | 'further' | 'exceptTowns'>[] {
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
    const exceptTowns = [...new Set(near.map(({ town }) => town))];
    return { near, further: filters.towns ? [] : segments, exceptTowns };
  });
}
