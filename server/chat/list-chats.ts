import type { ChatEntry } from '../../contract/chat.ts';
import { listSummaries } from '../members/list-summaries.ts';
import type { Handler } from '../platform/handler.ts';
import { presentEntry } from './present.ts';
import { listInbox } from './queries.ts';

const listedMax = 1_000;

/** The conversations of the member, latest first, without those they deleted (specification, sections 3 and 7). */
export const listChats: Handler<'listChats'> = async (_input, call) => {
  const rows = await call.context.database.all(listInbox, [call.member.id, listedMax]);
  const others = rows.map((row) => row.other_id);
  const faces = await listSummaries(call.context, call.member.id, others);
  const chats = rows.map((row): ChatEntry | undefined => {
    const profile = faces.get(row.other_id);
    return profile && presentEntry(row, profile);
  });
  return { chats: chats.filter((entry) => entry !== undefined) };
};
