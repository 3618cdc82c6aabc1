import { sessionIdleDays, sessionsListedMax } from '../../../contract/accounts/limits.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { Handler } from '../../platform/handler.ts';
import { toSession } from './present.ts';
import { listSessions as list } from './queries.ts';

/** Lists this session and the most recently used others. */
export const listSessions: Handler<'listSessions'> = async (_input, { context, member }) => {
  const now = context.clock.now();
  const rows = await context.database.all(list, {
    memberId: member.id,
    own: member.sessionHash,
    now,
    usedSince: after(now, -sessionIdleDays * dayMs),
    limit: sessionsListedMax,
  });
  return { sessions: rows.map(toSession) };
};
