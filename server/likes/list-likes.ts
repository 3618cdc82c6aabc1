import type { LikesList } from '../../contract/likes/likes-lists.ts';
import { likesPageSize } from '../../contract/likes/limits.ts';
import { countedBeyondPageMax } from '../../contract/platform/limits.ts';
import { listSummaries } from '../members/list-summaries.ts';
import { buildPage, readCursor } from '../platform/cursor.ts';
import type { Handler } from '../platform/handler.ts';
import { type LikeRow, listGiven, listMatches, listNew, listReceived } from './queries.ts';

/**
 * Lists likes given and received and matches (specification, section 4). The first page also lists all other senders of
 * new likes, so that no counter depends on loaded pages.
 */
export const listLikes: Handler<'listLikes'> = async ({ before }, { context, member, site }) => {
  const { database } = context;
  const { head, place, id } = readCursor(before);
  const [asked, isNew] = head;
  const page = { memberId: member.id, place, id, limit: likesPageSize + 1 };
  const received = { ...page, isNew: isNew !== '0' };
  const pageFrom = async (list: LikesList, read: () => Promise<LikeRow[]>) => {
    const rows = asked === undefined || asked === list ? await read() : [];
    return buildPage(rows, likesPageSize, (row) => [list, Number(row.is_new), row.place, row.other_id]);
  };
  const [profiles, likedBy, matches] = await Promise.all([
    pageFrom('profiles', () => database.all(listGiven, { ...page, labeled: site.settings.fictional_warning })),
    pageFrom('liked_by', () => database.all(listReceived, received)),
    pageFrom('matches', () => database.all(listMatches, received)),
  ]);
  const others = [...profiles.rows, ...likedBy.rows, ...matches.rows].map((row) => row.other_id);
  // New likes come first, so there can only be more of them if the page ends with one.
  const goesOn = before === undefined && likedBy.before !== null && likedBy.rows.at(-1)?.is_new === true;
  // The statements have left out members whom the caller may not see, so no row is dropped from a counted page.
  const [summaries, fresh] = await Promise.all([
    listSummaries(context, { site, viewerId: member.id }, [...new Set(others)]),
    goesOn ? database.all(listNew, { memberId: member.id, limit: likesPageSize + countedBeyondPageMax }) : [],
  ]);
  const toReceived = (rows: readonly LikeRow[]) =>
    rows.flatMap(({ other_id, is_new: like_new, created_at }) => {
      const sender = summaries.get(other_id);
      return sender ? [{ ...sender, like_new, at: created_at.toISOString() }] : [];
    });
  const listed = new Set(likedBy.rows.map((row) => row.other_id));
  return {
    profiles: profiles.rows.flatMap((row) => summaries.get(row.other_id) ?? []),
    liked_by: toReceived(likedBy.rows),
    matches: toReceived(matches.rows),
    before: { profiles: profiles.before, liked_by: likedBy.before, matches: matches.before },
    new: fresh.map((row) => row.sender_id).filter((senderId) => !listed.has(senderId)),
  };
};
