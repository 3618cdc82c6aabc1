import type { AppContext } from '../context.ts';
import { touchProfile } from './queries.ts';

/** Notes that a member is here now; search shows who is online by it. */
export async function noteActivity(context: AppContext, memberId: string): Promise<void> {
  await context.database.first(touchProfile, [memberId, context.clock.now()]);
}
