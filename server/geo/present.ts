import type { Town } from '../../contract/members/operations.ts';
import type { PlacedTown } from './towns.ts';

/** A town without its coordinates. */
export function toTown({ id, name, region, country }: PlacedTown): Town {
  return { id, name, region, country };
}
