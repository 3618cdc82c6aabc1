import type { User } from '../../contract/accounts.ts';
import type { CreditLot } from '../../contract/credits.ts';
import { isLanguage } from '../../contract/languages.ts';
import type { OwnProfile } from '../../contract/members.ts';
import type { UserRow } from './queries.ts';

interface Counts {
  credits: number;
  lots: CreditLot[];
  unread: number;
  newLikes: number;
}

/** The logged-in user as presented to their own client. */
export function toUser(row: UserRow, profile: OwnProfile, { credits, lots, unread, newLikes }: Counts): User {
  return {
    id: row.member_id,
    name: row.name,
    email: row.email,
    status: row.status as User['status'],
    credits,
    credit_lots: lots,
    paid_user: row.paid,
    signup_date: row.signup_at.toISOString(),
    // Fictional profiles are labelled for everybody; no setting removes the label.
    fictional_icon: true,
    language: isLanguage(row.language) ? row.language : 'en',
    notifications_disabled: row.notifications_disabled as User['notifications_disabled'],
    unread_messages: unread,
    new_likes: newLikes,
    search: row.search as User['search'],
    profile,
  };
}
