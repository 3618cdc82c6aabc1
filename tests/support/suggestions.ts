import type { Suggestion } from '../../contract/suggestions.ts';
import { type Person, api, expect } from './e2e.ts';

/** Whom the site suggests to somebody who has just signed up: a few at least. */
export async function suggestionsFor(one: Person): Promise<Suggestion[]> {
  const { results } = (await api(one.context.request, 'listSignupMatches')).body;
  expect(results.length).toBeGreaterThan(2);
  return results;
}
