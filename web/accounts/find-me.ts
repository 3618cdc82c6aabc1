import type { Town } from '../../contract/members.ts';
import { call } from '../call.ts';
import { locate } from '../members/geolocation.ts';

/**
 * The town nearest to where this device is. Only ever called after a press. Throws a GeolocationPositionError when the
 * browser does not tell, and a CallError (place.not-found) where no town of ours is near.
 */
export async function findMe(): Promise<Town> {
  return (await call('findPlace', await locate())).town;
}
