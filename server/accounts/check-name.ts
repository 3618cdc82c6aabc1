import { randomInt } from 'node:crypto';

import { nameSuggestionsMax } from '../../contract/accounts/limits.ts';
import { cleanName, nameKey } from '../../contract/accounts/username.ts';
import { nameLengthMax } from '../../contract/members/limits.ts';
import type { Handler } from '../platform/handler.ts';
import { nameError } from './name-rules.ts';
import { listTakenKeys } from './queries.ts';

/** Checks a name while it is typed. This reveals nothing: it takes no address, and everybody can see taken names. */
export const checkName: Handler<'checkName'> = async ({ name, town }, { context }) => {
  const error = nameError(name, '');
  if (error) return { error, suggestions: [] };
  const candidates = listCandidates(cleanName(name), town).filter((candidate) => !nameError(candidate, ''));
  const keys = [name, ...candidates].map(nameKey);
  const taken = new Set((await context.database.all(listTakenKeys, { keys })).map((row) => row.name_key));
  if (!taken.has(nameKey(name))) return { error: null, suggestions: [] };
  const free = candidates.filter((candidate) => !taken.has(nameKey(candidate)));
  return { error: 'name.taken', suggestions: free.slice(0, nameSuggestionsMax) };
};

const numberedCandidates = 8;

/** Lists the name with the town, and with random numbers of three digits, which nobody takes for an age or a year. */
function listCandidates(name: string, town: string | undefined): string[] {
  const base = name.slice(0, nameLengthMax - 3);
  const numbered = Array.from({ length: numberedCandidates }, () => `${base}${randomInt(100, 1_000)}`);
  return [...new Set([...(town ? [`${name} ${town}`] : []), ...numbered])];
}
