import type { User } from '../../contract/accounts/operations.ts';
import type { CreditLot } from '../../contract/credits/operations.ts';
import { accountAlerts } from '../../contract/accounts/dismissed.ts';
import { isLanguage } from '../../contract/platform/languages.ts';
import type { OwnProfile } from '../../contract/members/operations.ts';
import {
  type NotificationKind,
  notificationKinds,
  stopReasons,
} from '../../contract/notifications/notification-rules.ts';
import type { MailChangeRow } from './address/queries.ts';
import type { UserRow } from './queries.ts';

interface Counts {
  change: MailChangeRow | undefined;
  credits: number;
  lots: CreditLot[];
  unread: number;
  newLikes: number;
  termsComing: string | null;
}

/** The logged-in user as presented to their own client. */
export function toUser(
  row: UserRow,
  profile: OwnProfile,
  { change, credits, lots, unread, newLikes, termsComing }: Counts,
): User {
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
    ...toNotifications(row.notifications_off as Record<string, string>, row.address_failed),
    address_failed: row.address_failed,
    discreet_mail: row.discreet_mail,
    terms_coming: termsComing,
    alerts_dismissed: accountAlerts.filter((name) => row.alerts_dismissed?.includes(name)),
    unread_messages: unread,
    new_likes: newLikes,
    search: row.search as User['search'],
    profile,
  };
}

/**
 * Returns the kinds that are off, and why, unless the member turned them off on the page. A failed address hides a
 * spam complaint, because the member can fix the address first; then the complaint shows again.
 */
function toNotifications(
  off: Record<string, string>,
  hasFailed: boolean,
): Pick<User, 'notifications_disabled' | 'notifications_stopped'> {
  const kinds = notificationKinds.filter((kind) => kind in off);
  const reasonOf = (kind: NotificationKind): string | undefined =>
    hasFailed && off[kind] === 'fbl' ? 'bounce' : off[kind];
  return {
    notifications_disabled: kinds,
    notifications_stopped: stopReasons.flatMap((reason) =>
      kinds.filter((kind) => reasonOf(kind) === reason).map((kind) => ({ kind, reason })),
    ),
  };
}
