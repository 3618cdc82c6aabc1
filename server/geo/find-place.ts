import { must } from '../platform/failure.ts';
import type { Handler } from '../platform/handler.ts';
import { toTown, nearestTown } from './towns.ts';

/** Returns the nearest town, from two decimals (about a kilometer), unstored (section 7). Throws place.not-found. */
export const findPlace: Handler<'findPlace'> = async ({ lat, lon }) => {
  const coarse = (degrees: number): number => Math.round(degrees * 100) / 100;
  const town = nearestTown(coarse(lat), coarse(lon));
  must(town, 'place.not-found');
  return { town: toTown(town) };
};
