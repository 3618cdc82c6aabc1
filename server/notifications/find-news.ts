import type { AppContext } from '../context.ts';
import { findRelationships } from '../members/visibility/find-relationships.ts';
import { type Relationship, sightOf } from '../members/visibility/rules.ts';
import { type ReaderRow, listUnseenLikes, listUnseenMessages } from './queries.ts';
import { type News, gets } from './rules.ts';

/** What is counted at most: an e-mail that says fifty says enough. */
const countedMax = 50;

/**
 * What has happened since a member was last there, of the kinds that they get, and only by members whom they see: nobody
 * who is blocked on either side, banned, leaving, deleted, or hidden by the member themselves. What came while a tab was
 * open was told there.
 */
export async function findNews(context: AppContext, memberId: string, reader: ReaderRow): Promise<News> {
  const { database } = context;
  const since = { memberId, since: reader.last_active_at, limit: countedMax };
  const [messages, likes] = await Promise.all([
    database.all(listUnseenMessages, since),
    database.all(listUnseenLikes, since),
  ]);
  const site = await context.sites.ofMember(reader.site, null);
  const views = [...messages, ...likes].map(({ other_id: otherId }) => ({ viewerId: memberId, otherId, site }));
  const relationships = await findRelationships(database, views);
  const seen = new Map(relationships.flatMap((one) => (one && isTold(one) ? [[one.other_id, one.fictional]] : [])));
  const off = reader.notifications_off as Record<string, unknown>;
  const of = <Row extends { other_id: string }>(
    kind: 'new_conversations' | 'new_messages' | 'like',
    rows: Row[],
  ): Row[] => (gets(off, kind) ? rows.filter((row) => seen.has(row.other_id)) : []);
  const begun = of(
    'new_conversations',
    messages.filter((row) => !row.written),
  );
  const continued = of(
    'new_messages',
    messages.filter((row) => row.written),
  );
  const liked = of('like', likes);
  return {
    new_conversations: begun.length,
    new_messages: continued.length,
    like: liked.length,
    matches: liked.filter((row) => row.mutual).length,
    fictional: [...begun, ...continued, ...liked].some((row) => seen.get(row.other_id)),
  };
}

function isTold(relationship: Relationship): boolean {
  return sightOf(relationship) === 'full' && !relationship.blocked_by_viewer && !relationship.hidden_by_viewer;
}
