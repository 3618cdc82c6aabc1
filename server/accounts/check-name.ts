import { randomInt } from 'node:crypto';

import { nameSuggestionsMax } from '../../contract/accounts/limits.ts';
import { cleanName, nameKey } from '../../contract/accounts/username.ts';
import { nameLengthMax } from '../../contract/members/limits.ts';
import type { AppContext } from '../context.ts';
import type { Handler } from '../platform/handler.ts';
import { nameError } from './name-rules.ts';
import { findNameOwner } from './queries.ts';

/** Checks a name while it is typed. No address takes part, and a taken name is one that everybody can see. */
export const checkName: Handler<'checkName'> = async ({ name, town }, { context }) => {
  const error = nameError(name, '');
  if (error) return { error: error as 'name.not-allowed', suggestions: [] };
  if (await isFree(context, name)) return { error: null, suggestions: [] };
  const suggestions: string[] = [];
  for (const candidate of listCandidates(cleanName(name), town)) {
    if (suggestions.length === nameSuggestionsMax) break;
    if (!nameError(candidate, '') && (await isFree(context, candidate))) suggestions.push(candidate);
  }
  return { error: 'name.taken', suggestions };
};

const isFree = async ({ database }: AppContext, name: string): Promise<boolean> =>
  (await database.first(findNameOwner, { key: nameKey(name) })) === undefined;

const numberedCandidates = 8;

/** The name with the town, and with random numbers of three digits, which nobody takes for an age or a year. */
function listCandidates(name: string, town: string | undefined): string[] {
  const base = name.slice(0, nameLengthMax - 3);
  const numbered = Array.from({ length: numberedCandidates }, () => `${base}${randomInt(100, 1_000)}`);
  return [...new Set([...(town ? [`${name} ${town}`] : []), ...numbered])];
}
