import type { Handler } from '../../platform/handler.ts';
import { hashToken } from '../../platform/hash.ts';
import { findAccount } from '../queries.ts';
import { findChangeToken, listMailChanges } from './queries.ts';
import { admitsLink } from './rules.ts';

/** Returns the address that a link confirms or restores, without using it; null if it is not valid here. */
export const findMailChange: Handler<'findMailChange'> = async ({ token }, { context, member }) => {
  const { database, clock } = context;
  const link = await database.first(findChangeToken, { tokenHash: hashToken(token), now: clock.now() });
  if (!link || (member !== null && member.id !== link.member_id)) return { email: null };
  const { member_id: memberId, change_id: changeId } = link;
  const isUndo = link.purpose === 'mail-revert';
  const account = await database.first(findAccount, { memberId });
  if (!account || !admitsLink(account.status, isUndo)) return { email: null };
  const changes = await database.all(listMailChanges, { memberId });
  const change = changes.find(({ change_id: one }) => one === changeId);
  return { email: (isUndo ? change?.old_email : change?.new_email) ?? null };
};
