import type { Handler } from '../platform/handler.ts';
import { setDismissed } from './queries.ts';

/** Records on the account when the dialog about the time bonus was first closed. */
export const dismissTimeBonus: Handler<'dismissTimeBonus'> = async (_input, { context, member }) => {
  await context.database.transaction((tx) => tx.run(setDismissed, { memberId: member.id, now: context.clock.now() }));
  return { ok: true };
};
