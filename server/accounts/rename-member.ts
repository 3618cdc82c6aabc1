import type { Transaction } from '../platform/database/database.ts';
import { refuseFields } from '../platform/failure.ts';
import { cleanName, nameKey } from '../../contract/accounts/username.ts';
import { nameError } from './name-rules.ts';
import { deleteNamesBut, findNameOwner, insertName, setName } from './queries.ts';

export interface Renaming {
  memberId: MemberId;
  name: string;
  email: string;
}

/**
 * Returns the name as stored; the caller updates the profile's copy. Throws input.invalid with the field `name`:
 * name.same-as-email, name.starts-with-at, name.not-allowed, name.taken.
 */
export async function renameMember(tx: Transaction, { memberId, name, email }: Renaming): Promise<string> {
  refuseFields({ name: nameError(name, email) });
  const key = nameKey(name);
  const isNew = (await tx.run(insertName, { key, memberId })) === 1;
  const owner = isNew ? memberId : (await tx.first(findNameOwner, { key }))?.member_id;
  if (owner !== memberId) refuseFields({ name: 'name.taken' });
  await tx.run(deleteNamesBut, { memberId, key });
  await tx.run(setName, { memberId, name: cleanName(name) });
  return cleanName(name);
}
