import type { Handler } from '../platform/handler.ts';
import { setDismissed } from './queries.ts';

/** Remembers on the account that the dialog about the time bonus was closed, with the time of the first closing. */
export const dismissTimeBonus: Handler<'dismissTimeBonus'> = async (_input, { context, member }) => {
  await context.database.transaction((tx) => tx.run(setDismissed, { memberId: member.id, now: context.clock.now() }));
  return { ok: true };
};
