import type { User } from '../../contract/accounts/operations.ts';
import { countUnread } from '../chat/read/count-unread.ts';
import type { AppContext } from '../context.ts';
import { loadBalance } from '../credits/load-balance.ts';
import { listLots } from '../credits/list-lots.ts';
import { countNewLikes } from '../likes/count-new.ts';
import { ownProfile } from '../members/own-profile.ts';
import { must } from '../platform/failure.ts';
import { findOpenChange } from './address/open-change.ts';
import { toUser } from './present.ts';
import { findUser } from './queries.ts';
import { termsToShow } from './terms/dismiss-terms.ts';

/** Returns the logged-in user, with balance, counters and profile (specification, section 3). */
export async function readUser(context: AppContext, memberId: string): Promise<User> {
  const [row, change, profile, credits, lots, unread, newLikes, termsComing] = await Promise.all([
    context.database.first(findUser, { memberId }),
    findOpenChange(context.database, memberId, context.clock.now()),
    ownProfile(context, memberId),
    loadBalance(context.database, memberId),
    listLots(context.database, memberId),
    countUnread(context, memberId),
    countNewLikes(context, memberId),
    termsToShow(context, memberId),
  ]);
  must(row, 'session.missing', { authentication_required: true });
  return toUser(row, profile, { change, credits, lots, unread, newLikes, termsComing });
}
