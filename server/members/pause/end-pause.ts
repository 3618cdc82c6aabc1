import type { AppContext } from '../../context.ts';
import type { Handler } from '../../platform/handler.ts';
import { loadOwnProfile } from '../own-profile.ts';
import { listPausesDue, resumeProfile } from '../queries.ts';

const dueMax = 500;

/** Ends the pause of the member's own profile. Idempotent. */
export const endPause: Handler<'endPause'> = async (_input, { context, member }) => {
  await resume(context, member.id, null);
  return { profile: await loadOwnProfile(context, member.id) };
};

/** Ends the pauses whose day has come, one by one: a pause that was made longer meanwhile stays. Runs every minute. */
export async function endPauses(context: AppContext): Promise<void> {
  const now = context.clock.now();
  for (;;) {
    const due = await context.database.all(listPausesDue, { now, limit: dueMax });
    for (const { member_id: memberId } of due) await resume(context, memberId, now);
    if (due.length < dueMax) return;
  }
}

async function resume({ database, bus }: AppContext, memberId: MemberId, dueAt: Date | null): Promise<void> {
  await database.transaction(async (tx) => {
    const isEnded = (await tx.run(resumeProfile, { memberId, dueAt })) === 1;
    if (isEnded) tx.afterCommit(() => bus.publish(memberId, { type: 'profile' }));
  });
}
