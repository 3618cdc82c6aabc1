import { accountAlerts } from '../../contract/accounts/dismissed.ts';
import type { User } from '../../contract/accounts/operations.ts';
import type { CreditLot } from '../../contract/credits/operations.ts';
import type { OwnProfile } from '../../contract/members/operations.ts';
import {
  type NotificationKind,
  notificationKinds,
  stopReasons,
} from '../../contract/notifications/notification-rules.ts';
import { isLanguage } from '../../contract/platform/languages.ts';
import { countUnread } from '../chat/read/activity.ts';
import type { AppContext } from '../context.ts';
import { loadBalance, listLots } from '../credits/balance.ts';
import { countNewLikes } from '../likes/new-likes.ts';
import { loadOwnProfile } from '../members/own-profile.ts';
import { must } from '../platform/failure.ts';
import { findOpenChange } from './address/open-change.ts';
import type { MailChangeRow } from './address/queries.ts';
import { type UserRow, findUser } from './queries.ts';
import { readUserTerms } from './terms/own-terms.ts';

/** Returns the logged-in user, with balance, counters and profile (specification, section 3). */
export async function readUser(context: AppContext, memberId: MemberId): Promise<User> {
  const [row, change, profile, credits, lots, unread, newLikes, terms] = await Promise.all([
    context.database.first(findUser, { memberId }),
    findOpenChange(context.database, memberId, context.clock.now()),
    loadOwnProfile(context, memberId),
    loadBalance(context.database, memberId),
    listLots(context.database, memberId),
    countUnread(context, memberId),
    countNewLikes(context, memberId),
    readUserTerms(context, memberId),
  ]);
  must(row, 'session.missing', { authentication_required: true });
  return toUser(row, profile, { change, credits, lots, unread, newLikes, terms });
}

interface Counts {
  change: MailChangeRow | undefined;
  credits: number;
  lots: CreditLot[];
  unread: number;
  newLikes: number;
  terms: Awaited<ReturnType<typeof readUserTerms>>;
}

function toUser(row: UserRow, profile: OwnProfile, { change, credits, lots, unread, newLikes, terms }: Counts): User {
  return {
    id: row.member_id,
    name: row.name,
    email: row.email,
    email_asked: change?.new_email ?? null,
    email_asked_refused: change?.refused_at != null,
    status: row.status as User['status'],
    credits,
    credit_lots: lots,
    paid_user: row.paid,
    signup_date: row.signup_at.toISOString(),
    // Fictional profiles are labeled for everybody; no setting removes the label.
    fictional_icon: true,
    language: isLanguage(row.language) ? row.language : 'en',
    ...toNotifications(row.notifications_off, row.address_failed),
    address_failed: row.address_failed,
    discreet_mail: row.discreet_mail,
    ...terms,
    alerts_dismissed: accountAlerts.filter((name) => row.alerts_dismissed?.includes(name)),
    unread_messages: unread,
    new_likes: newLikes,
    search: row.search,
    profile,
  };
}

/** Leaves out kinds turned off on the page. A failed address hides a spam complaint, because it can be fixed first. */
function toNotifications(
  off: Record<string, string>,
  hasFailed: boolean,
): Pick<User, 'notifications_disabled' | 'notifications_stopped'> {
  const kinds = notificationKinds.filter((kind) => kind in off);
  const findReason = (kind: NotificationKind): string | undefined =>
    hasFailed && off[kind] === 'fbl' ? 'bounce' : off[kind];
  return {
    notifications_disabled: kinds,
    notifications_stopped: stopReasons.flatMap((reason) =>
      kinds.filter((kind) => findReason(kind) === reason).map((kind) => ({ kind, reason })),
    ),
  };
}
