import type { Handler } from '../../platform/handler.ts';
import { deleteDismissed, insertDismissed } from './queries.ts';

/** Records on the account that alerts were closed, or are shown again (specification, section 4). */
export const dismissAlerts: Handler<'dismissAlerts'> = async ({ alerts, dismissed }, { context, member }) => {
  const now = context.clock.now();
  const memberId = member.id;
  await context.database.transaction(async (tx) => {
    if (dismissed) await tx.run(insertDismissed, { memberId, names: alerts, now });
    else await tx.run(deleteDismissed, { memberId, names: alerts });
  });
  return { ok: true };
};
