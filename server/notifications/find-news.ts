import type { AppContext } from '../context.ts';
import { findRelationships } from '../members/visibility/find-relationships.ts';
import { isShown } from '../members/visibility/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { type ReaderRow, listUnseenLikes, listUnseenMessages } from './queries.ts';
import { type News, type Unseen, countNews, gets } from './rules.ts';

/** Counting stops here: an email that says 50 says enough. */
const countedMax = 50;

/** Finds the news to tell a member by email, of the kinds that they get. */
export async function findNews(context: AppContext, memberId: string, reader: ReaderRow): Promise<News> {
  const off = reader.notifications_off as Record<string, unknown>;
  return countNews((await findUnseen(context, memberId, reader)).filter(({ kind }) => gets(off, kind)));
}

/**
 * Finds unread messages and unseen likes, newest first, from members whom the reader sees and does not hide. By
 * default since the reader was last online: an open tab has shown everything before that.
 */
export async function findUnseen(
  context: AppContext,
  memberId: string,
  reader: ReaderRow,
  period: { since: Date; until: Date | null } = { since: reader.last_active_at, until: null },
): Promise<Unseen[]> {
  const { database } = context;
  const since = { memberId, ...period, limit: countedMax };
  const [messages, likes] = await Promise.all([
    database.all(listUnseenMessages, since),
    database.all(listUnseenLikes, since),
  ]);
  const site = await context.sites.ofMember(reader.site, null);
  const others = [...messages, ...likes].map(({ other_id: otherId }) => otherId);
  const seen = await findTold(database, { memberId, site }, others);
  const all = [
    ...messages.map(({ other_id, conversation_id, at, written }) => ({
      kind: written ? ('new_messages' as const) : ('new_conversations' as const),
      other_id,
      conversation: conversation_id,
      at,
      mutual: false,
    })),
    ...likes.map((row) => ({ ...row, kind: 'like' as const, conversation: null })),
  ];
  return all.flatMap(({ other_id: other, ...one }) => {
    const fictional = seen.get(other);
    return fictional === undefined ? [] : [{ ...one, other, fictional }];
  });
}

/** Returns the members whom the reader may be told about, and whether each is fictional. */
export async function findTold(
  database: Database,
  { memberId, site }: { memberId: string; site: Site },
  others: readonly string[],
): Promise<Map<string, boolean>> {
  const views = others.map((otherId) => ({ viewerId: memberId, otherId, site }));
  const relationships = await findRelationships(database, views);
  return new Map(
    relationships.flatMap((one) =>
      one && isShown(one) && !one.hidden_by_viewer ? [[one.other_id, one.fictional]] : [],
    ),
  );
}
