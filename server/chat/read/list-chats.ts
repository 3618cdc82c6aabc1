import { chatsPageSize } from '../../../contract/chat/limits.ts';
import type { ChatEntry, Message } from '../../../contract/chat/operations.ts';
import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { countedBeyondPageMax } from '../../../contract/platform/limits.ts';
import { hydrate } from '../../members/list-summaries.ts';
import { buildPage, readCursor } from '../../platform/cursor.ts';
import type { Handler } from '../../platform/handler.ts';
import { type InboxRow, listInbox, listUnread } from '../queries.ts';
import { recordServed, findServedByLine } from './record-served.ts';

/**
 * Lists conversations, latest first (specification, sections 3 and 7). The first page also lists all other unread ones,
 * so that no counter depends on how many pages were loaded.
 */
export const listChats: Handler<'listChats'> = async ({ before }, { context, member, site }) => {
  const { database } = context;
  const { place, id } = readCursor(before);
  const rows = await database.all(listInbox, { memberId: member.id, place, id, limit: chatsPageSize + 1 });
  const page = buildPage(rows, chatsPageSize, (row) => [row.place, row.conversation_id]);
  const hasOthers = before === undefined && page.before !== null;
  const [seen, unread] = await Promise.all([
    hydrate(context, { site, viewerId: member.id }, page.rows, (row) => row.other_id),
    hasOthers ? database.all(listUnread, { memberId: member.id, limit: chatsPageSize + countedBeyondPageMax }) : [],
  ]);
  const lines = seen.filter(({ profile }) => !profile.former);
  const served = await Promise.all(lines.map(({ row }) => findServedByLine(database, member.id, row)));
  await recordServed(database, served.flat());
  const listed = new Set(page.rows.map((row) => row.conversation_id));
  return {
    chats: seen.map(({ row, profile }) => presentEntry(row, profile)),
    before: page.before,
    unread: unread
      .filter((row) => !listed.has(row.conversation_id))
      .map((row) => ({ conversation: row.conversation_id, num_unread_messages: row.unread })),
  };
};

function presentEntry(row: InboxRow, profile: ProfileSummary): ChatEntry {
  return {
    conversation: {
      id: row.conversation_id,
      last_seq: row.last_seq,
      last_at: row.last_at.toISOString(),
      // The inbox copies the message's kind, which has a check constraint.
      last_kind: row.last_kind as Message['kind'],
      last_own: row.last_own,
      last_text: profile.former && !row.last_own ? null : row.last_text,
    },
    profile,
    num_unread_messages: row.unread,
  };
}
