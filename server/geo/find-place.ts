import type { Handler } from '../platform/handler.ts';
import { must } from '../platform/failure.ts';
import { toTown } from './present.ts';
import { nearestTown } from './towns.ts';

/**
 * Returns the nearest town on our list (specification, section 7). Only two decimals (about a kilometer) are used, and
 * nothing of the location is stored. Throws place.not-found when no town lies within 300 km.
 */
export const findPlace: Handler<'findPlace'> = async ({ lat, lon }) => {
  const coarse = (degrees: number): number => Math.round(degrees * 100) / 100;
  const town = nearestTown(coarse(lat), coarse(lon));
  must(town, 'place.not-found');
  return { town: toTown(town) };
};
