import { ageAt } from '../../../contract/members/birth-date.ts';
import type { SearchQuery } from '../../../contract/members/operations.ts';
import type { Call } from '../../platform/handler.ts';
import type { SeekerRow } from '../queries.ts';

const yearsApart = 10;

/** The age filter around the member's own age. */
export function agesNear({ site, context }: Call, { date_of_birth: born }: SeekerRow): Required<AgeFilter> {
  const age = ageAt(born, context.clock.now());
  return { min_age: Math.max(site.settings.min_age, age - yearsApart), max_age: age + yearsApart };
}

type AgeFilter = Pick<SearchQuery, 'min_age' | 'max_age'>;
