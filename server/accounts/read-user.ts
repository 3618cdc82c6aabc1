import { accountAlerts } from '../../contract/accounts/dismissed.ts';
import type { User } from '../../contract/accounts/operations.ts';
import type { CreditLot } from '../../contract/credits/operations.ts';
import {
  type NotificationKind,
  notificationKinds,
  stopReasons,
} from '../../contract/notifications/notification-rules.ts';
import { isLanguage } from '../../contract/platform/languages.ts';
import type { AppContext } from '../context.ts';
import { countNewLikes } from '../likes/new-likes.ts';
import { presentOwnProfile } from '../members/own-profile.ts';
import { must } from '../platform/failure.ts';
import { openSince } from './address/rules.ts';
import { type UserRow, findUser } from './queries.ts';
import { deriveUserTerms } from './terms/own-terms.ts';
import type { TermsAnswer } from './terms/rules.ts';

/** The JSON columns of `findUser`, which PostgreSQL cannot type. */
interface UserFacts {
  change: { new_email: string; refused_at: string | null } | null;
  lots: CreditLot[];
  terms_answers: TermsAnswer[];
  terms_dismissed: { applies_at: string; dismissed_at: string }[];
}

/** Returns the logged-in user, with balance, counters and profile (specification, section 3). */
export async function readUser(context: AppContext, memberId: MemberId): Promise<User> {
  const { database, clock } = context;
  const [found, newLikes] = await Promise.all([
    database.first(findUser, { memberId, changesSince: openSince(clock.now()) }),
    countNewLikes(context, memberId),
  ]);
  must(found, 'session.missing', { authentication_required: true });
  const row = found as UserRow & UserFacts;
  const answers = [...row.terms_answers, { version: row.terms_version, given: true }];
  return {
    id: row.member_id,
    name: row.account_name,
    email: row.email,
    email_asked: row.change?.new_email ?? null,
    email_asked_refused: row.change?.refused_at != null,
    status: row.account_status as User['status'],
    credits: row.credits,
    credit_lots: row.lots,
    paid_user: row.paid,
    signup_date: row.signup_at.toISOString(),
    // Fictional profiles are labeled for everybody; no setting removes the label.
    fictional_icon: true,
    language: isLanguage(row.language) ? row.language : 'en',
    ...toNotifications(row.notifications_off, row.address_failed),
    address_failed: row.address_failed,
    discreet_mail: row.discreet_mail,
    ...deriveUserTerms(context, answers, row.terms_dismissed),
    alerts_dismissed: accountAlerts.filter((name) => row.alerts_dismissed.includes(name)),
    unread_messages: row.unread,
    new_likes: newLikes,
    search: row.search,
    profile: await presentOwnProfile(context, row),
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
