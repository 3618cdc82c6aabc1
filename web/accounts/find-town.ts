import type { Input } from '../../contract/index.ts';
import { type Call, CallError } from '../platform/call.ts';

/**
 * The town of a sign-up: the chosen one, else the one with the typed name or the only match; undefined if nothing was
 * typed. Throws input.invalid with `town`.
 */
export async function findTown(
  fields: Readonly<Record<string, string | undefined>>,
  call: Call,
): Promise<string | undefined> {
  if (fields['town']) return fields['town'];
  const typed = fields['town_name']?.trim() ?? '';
  if (typed === '') return undefined;
  const country = fields['country']?.trim() as Input<'listTowns'>['country'];
  const { towns } = await call('listTowns', { country, query: typed.slice(0, 60) });
  const same = towns.filter((town) => town.name.toLowerCase() === typed.toLowerCase());
  const found = same[0] ?? (towns.length === 1 ? towns[0] : undefined);
  if (!found) throw new CallError(422, { error: 'input.invalid', message: '', fields: { town: 'town.not-found' } });
  return found.id;
}
