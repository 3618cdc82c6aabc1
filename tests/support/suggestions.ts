import type { Suggestion } from '../../contract/members/operations.ts';
import { type Person, api, expect } from './e2e.ts';

/** The site's suggestions after the sign-up; expects at least three. */
export async function suggestionsFor(one: Person): Promise<Suggestion[]> {
  const { results } = (await api(one.context.request, 'listSignupMatches')).body;
  expect(results.length).toBeGreaterThan(2);
  return results;
}
