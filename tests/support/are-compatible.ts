import { type Orientation, gendersSoughtBy } from '../../contract/members/matching.ts';

export function areCompatible(a: Orientation, b: Orientation): boolean {
  return gendersSoughtBy(a).includes(b.gender) && gendersSoughtBy(b).includes(a.gender);
}
