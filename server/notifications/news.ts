import type { LoginLinkPage } from '../../contract/accounts/login-link-pages.ts';
import { loginLinkHours } from '../../contract/accounts/limits.ts';
import type { NotificationKind } from '../../contract/notifications/notification-rules.ts';
import type { AppContext } from '../context.ts';
import type { MailCall, MailContent } from '../mail/queue-mail.ts';
import { findRelationships } from '../members/visibility/find-relationships.ts';
import { isShown } from '../members/visibility/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Say } from '../platform/text/sentences.ts';
import type { Site } from '../platform/site.ts';
import { type ReaderRow, listUnseenLikes, listUnseenMessages } from './queries.ts';
import { type News, type Unseen, countNews, receivesMail } from './rules.ts';
import { deriveUnsubscribeToken } from './unsubscribe.ts';

/** A mail that says 50 says enough. */
const countedMax = 50;

export async function findNews(context: AppContext, memberId: MemberId, reader: ReaderRow): Promise<News> {
  const off = reader.notifications_off;
  return countNews((await findUnseen(context, memberId, reader)).filter(({ kind }) => receivesMail(off, kind)));
}

/**
 * Finds unread messages and unseen likes, newest first, from members whom the reader sees and does not hide. By default
 * since the reader was last online: an open tab has shown everything before that.
 */
export async function findUnseen(
  context: AppContext,
  memberId: MemberId,
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
  const seen = await findShownOthers(database, { memberId, site }, others);
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

/** Finds the members whom the reader sees and does not hide; the value tells whether the member is fictional. */
export async function findShownOthers(
  database: Database,
  { memberId, site }: { memberId: MemberId; site: Site },
  others: readonly MemberId[],
): Promise<Map<MemberId, boolean>> {
  const views = others.map((otherId) => ({ viewerId: memberId, otherId, site }));
  const relationships = await findRelationships(database, views);
  return new Map(
    relationships.flatMap((one) =>
      one && isShown(one) && !one.hidden_by_viewer ? [[one.other_id, one.fictional]] : [],
    ),
  );
}

/** Returns the news in lines of counts, without names, texts or photos. */
export function buildNewsLines(say: Say, news: News): string[] {
  const likes = news.like - news.matches;
  return [
    ...(news.new_conversations > 0 ? [say('mail.notice.begun', { count: news.new_conversations })] : []),
    ...(news.new_messages > 0 ? [say('mail.notice.continued', { count: news.new_messages })] : []),
    ...(news.matches > 0 ? [say('mail.notice.matches', { count: news.matches })] : []),
    ...(likes > 0 ? [say('mail.notice.likes', { count: likes })] : []),
  ];
}

export function buildFictionalLines(say: Say, { others, fictional }: News): string[] {
  if (fictional === 0) return [];
  const id = fictional === others ? 'mail.notice.fictional-only' : 'mail.notice.fictional';
  return [say(id, { count: fictional, label: say('common.fictional') })];
}

export function buildNotes(say: Say, news: News): string[] {
  return [say('mail.notice.link', { hours: loginLinkHours }), ...buildFictionalLines(say, news)];
}

export function toLeadPage(lead: NotificationKind | null): LoginLinkPage {
  return lead === 'like' ? '/likes' : '/chats';
}

/** Returns the end of a notice: the reason for it, and the links that turn its kind off. */
export function buildEnding(
  { context, say, origin }: MailCall,
  memberId: MemberId,
  kind: NotificationKind,
): Required<Pick<MailContent, 'reason' | 'stop'>> {
  const token = deriveUnsubscribeToken(context.secret, memberId, kind);
  return {
    reason: say('mail.notice.reason', { kind: say(`notifications.kind.${kind}`) }),
    stop: {
      text: say('mail.notice.stop'),
      link: `${origin}/unsubscribe?token=${token}`,
      oneClick: `${origin}/api/unsubscribe.php?token=${token}`,
    },
  };
}
