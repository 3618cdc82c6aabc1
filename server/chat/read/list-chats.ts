import type { Chats } from '../../../contract/chat/operations.ts';
import { chatsPageSize } from '../../../contract/chat/limits.ts';
import { countedBeyondPageMax } from '../../../contract/platform/limits.ts';
import { listVisibleSummaries } from '../../members/visibility/list-visible-summaries.ts';
import type { Handler } from '../../platform/handler.ts';
import { buildPage, readCursor } from '../../platform/cursor.ts';
import { presentEntry } from '../present.ts';
import { listInbox, listUnread } from '../queries.ts';
import { recordServed, servedByLine } from './record-served.ts';

/**
 * Lists the member's conversations, latest first, without deleted ones (specification, sections 3 and 7). The first
 * page also lists all other unread conversations, so that no counter depends on how many pages were loaded.
 */
export const listChats: Handler<'listChats'> = async ({ before }, { context, member, site }) => {
  const { database } = context;
  const { place, id } = readCursor(before);
  const [rows, unread] = await Promise.all([
    database.all(listInbox, { memberId: member.id, place, id, limit: chatsPageSize + 1 }),
    before === undefined
      ? database.all(listUnread, { memberId: member.id, limit: chatsPageSize + countedBeyondPageMax })
      : [],
  ]);
  const page = buildPage(rows, chatsPageSize, (row) => [row.place, row.conversation_id]);
  const others = page.rows.map((row) => row.other_id);
  const summaries = await listVisibleSummaries(context, { site, viewerId: member.id }, others);
  // Former members' messages are not shown.
  const lines = page.rows.filter((row) => summaries.has(row.other_id) && !summaries.get(row.other_id)?.former);
  const served = await Promise.all(lines.map((row) => servedByLine(database, row)));
  await recordServed(context, member.id, served.flat());
  const listed = new Set(page.rows.map((row) => row.conversation_id));
  return {
    chats: page.rows.flatMap((row): Chats['chats'] => {
      const profile = summaries.get(row.other_id);
      return profile ? [presentEntry(row, profile)] : [];
    }),
    before: page.before,
    unread: unread
      .filter((row) => !listed.has(row.conversation_id))
      .map((row) => ({ conversation: row.conversation_id, num_unread_messages: row.unread })),
  };
};
