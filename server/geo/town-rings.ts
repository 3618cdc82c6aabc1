import { distanceBands } from '../../contract/geo/geo-bands.ts';
import { type PlacedTown, allTowns, distanceBand, distanceKm, townById } from './towns.ts';

/** Towns around a town, in any country: a list per band but the last, nearest first. The first includes the town. */
export type TownRings = readonly (readonly PlacedTown[])[];

const kept = new Map<string, TownRings>();

/** Returns the towns around a town, ring by ring; empty for an unknown town. */
export function townRings(townId: string): TownRings {
  const from = townById(townId);
  if (!from) return [];
  const known = kept.get(townId);
  if (known) return known;
  const placed = allTowns().map((town) => ({ town, band: distanceBand(distanceKm(from, town)) }));
  const rings = distanceBands
    .slice(0, -1)
    .map((band) => placed.filter((one) => one.band === band).map(({ town }) => town));
  kept.set(townId, rings);
  return rings;
}
