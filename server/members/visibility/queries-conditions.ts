/*
 * The rule of `rules.ts` as conditions of SQL, for lists and searches that cannot ask it member by member. Only this file
 * says them, and `visibility.test.ts` holds both equal. Arguments are SQL expressions: a column or a parameter, never
 * a value. Tables keep their full names in here, so that no alias of the statement around is shadowed.
 */

/** A profile, by its alias, that everybody in its pool may find. */
export const isOpen = (profile: string): string => `${profile}.status = 'active' and not ${profile}.invisible`;

export const isBlockedBy = (viewer: string, other: string): string =>
  `exists (select from blocked_by where blocked_by.member_id = ${viewer} and blocked_by.by_id = ${other})`;

export const hasBlocked = (viewer: string, other: string): string =>
  `exists (select from blocks where blocks.member_id = ${viewer} and blocks.blocked_id = ${other})`;

export const hasHidden = (viewer: string, other: string): string =>
  `exists (select from hides where hides.member_id = ${viewer} and hides.hidden_id = ${other})`;

export const isLikedBy = (viewer: string, other: string): string =>
  `exists (select from likes_received where likes_received.member_id = ${viewer} and likes_received.sender_id = ${other})`;

/** A goodbye does not count: it closes a conversation and nothing else. */
export const isWrittenToBy = (viewer: string, other: string): string =>
  `exists (select from inbox join messages using (conversation_id)
            where inbox.member_id = ${viewer} and inbox.other_id = ${other} and messages.sender_id = ${other}
              and messages.kind <> 'goodbye')`;

/** Whom no search finds for the viewer: either side of a block, and whom they hide. As one list, which a long scan reads once. */
export const membersLeftOut = (viewer: string): string =>
  `select blocks.blocked_id from blocks where blocks.member_id = ${viewer}
   union all select blocked_by.by_id from blocked_by where blocked_by.member_id = ${viewer}
   union all select hides.hidden_id from hides where hides.member_id = ${viewer}`;

const isUnblocked = (viewer: string, profile: string): string =>
  `not ${hasBlocked(viewer, `${profile}.member_id`)} and not ${isBlockedBy(viewer, `${profile}.member_id`)}`;

/** `isShown` for a member who liked the viewer: the like makes them known. */
export const isLikerShown = (viewer: string, profile: string): string =>
  `${profile}.status <> 'hidden' and ${isUnblocked(viewer, profile)}`;

/** The same for a member whom the viewer can write to: their address is confirmed. */
export const isLikerReachable = (viewer: string, profile: string): string =>
  `${profile}.status = 'active' and ${isUnblocked(viewer, profile)}`;

/** `isShown` for any member. `labelled` says whether the site labels fictional members. */
export const isShownTo = (viewer: string, profile: string, labelled: string): string =>
  `${profile}.status <> 'hidden' and (not ${profile}.fictional or ${labelled}) and ${isUnblocked(viewer, profile)}
   and (${isOpen(profile)} and ${profile}.pool = (select own.pool from profiles own where own.member_id = ${viewer})
        or ${isLikedBy(viewer, `${profile}.member_id`)}
        or ${isWrittenToBy(viewer, `${profile}.member_id`)})`;
