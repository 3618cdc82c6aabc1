/*
 * The rule of `rules.ts` as SQL conditions, for lists and searches that cannot apply it member by member. This file is
 * the only place for them, and `visibility.test.ts` checks that both agree. Arguments are SQL expressions: a column or
 * a parameter, never a value. Tables keep their full names, so that no alias of the outer statement is shadowed.
 */

/** Returns the condition that a profile, given by alias, is open: everybody in its pool may find it. */
export const isOpen = (profile: string): string => `${profile}.status = 'active' and not ${profile}.invisible`;

export const isBlockedBy = (viewer: string, other: string): string =>
  `exists (select 1 from blocked_by where blocked_by.member_id = ${viewer} and blocked_by.by_id = ${other})`;

export const hasBlocked = (viewer: string, other: string): string =>
  `exists (select 1 from blocks where blocks.member_id = ${viewer} and blocks.blocked_id = ${other})`;

export const hasHidden = (viewer: string, other: string): string =>
  `exists (select 1 from hides where hides.member_id = ${viewer} and hides.hidden_id = ${other})`;

export const isLikedBy = (viewer: string, other: string): string =>
  `exists (select 1 from likes_received where likes_received.member_id = ${viewer} and likes_received.sender_id = ${other})`;

/**
 * Returns the condition that the other member wrote to the viewer. A goodbye does not count: it closes a conversation
 * and nothing else.
 */
export const isWrittenToBy = (viewer: string, other: string): string =>
  `exists (select 1 from inbox join messages using (conversation_id)
            where inbox.member_id = ${viewer} and inbox.other_id = ${other} and messages.sender_id = ${other}
              and messages.kind <> 'goodbye')`;

/** Returns the statement that lists blocked, blocking and hidden members. A long scan reads the list once. */
export const membersLeftOut = (viewer: string): string =>
  `select blocks.blocked_id from blocks where blocks.member_id = ${viewer}
   union all select blocked_by.by_id from blocked_by where blocked_by.member_id = ${viewer}
   union all select hides.hidden_id from hides where hides.member_id = ${viewer}`;

const isUnblocked = (viewer: string, profile: string): string =>
  `not ${hasBlocked(viewer, `${profile}.member_id`)} and not ${isBlockedBy(viewer, `${profile}.member_id`)}`;

/** Returns the condition that a member is neither banned nor gone nor paused. */
const isPresent = (profile: string): string => `${profile}.status in ('active', 'disabled')`;

/** Returns `isShown` for a member who liked the viewer and is therefore known to them. */
export const isLikerShown = (viewer: string, profile: string): string =>
  `${isPresent(profile)} and ${isUnblocked(viewer, profile)}`;

/** Returns `isLikerShown` for a member with a confirmed address, to whom the viewer can write. */
export const isLikerReachable = (viewer: string, profile: string): string =>
  `${profile}.status = 'active' and ${isUnblocked(viewer, profile)}`;

/** Returns `isShown` for any member. `labeled`: whether the site labels fictional members. */
export const isShownTo = (viewer: string, profile: string, labeled: string): string =>
  `${isPresent(profile)} and (not ${profile}.fictional or ${labeled}) and ${isUnblocked(viewer, profile)}
   and (${isOpen(profile)} and ${profile}.pool = (select own.pool from profiles own where own.member_id = ${viewer})
        or ${isLikedBy(viewer, `${profile}.member_id`)}
        or ${isWrittenToBy(viewer, `${profile}.member_id`)})`;
