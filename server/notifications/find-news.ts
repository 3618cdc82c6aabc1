import type { AppContext } from '../context.ts';
import { findRelationships } from '../members/visibility/find-relationships.ts';
import { isShown } from '../members/visibility/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';
import { type ReaderRow, listUnseenLikes, listUnseenMessages } from './queries.ts';
import { type News, type Unseen, newsOf, gets } from './rules.ts';

/** What is counted at most: an e-mail that says fifty says enough. */
const countedMax = 50;

/** What is to be told to a member by e-mail, of the kinds that they get. */
export async function findNews(context: AppContext, memberId: string, reader: ReaderRow): Promise<News> {
  const off = reader.notifications_off as Record<string, unknown>;
  return newsOf((await findUnseen(context, memberId, reader)).filter(({ kind }) => gets(off, kind)));
}

/**
 * What waits unread or unseen, newest first, and only by members whom the reader sees: nobody who is blocked on either
 * side, banned, leaving, deleted, or hidden by the member themselves. By default all since they were last there: what came
 * while a tab was open was told there.
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

/** Of some members those whom a member may be told of, with whether they are fictional. */
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
