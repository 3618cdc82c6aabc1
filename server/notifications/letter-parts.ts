import type { EntryPage } from '../../contract/accounts/entry-pages.ts';
import { entryLinkHours } from '../../contract/accounts/limits.ts';
import type { NotificationKind } from '../../contract/notifications/notification-rules.ts';
import type { Letter, LetterCall } from '../accounts/letters.ts';
import type { Say } from '../platform/sentences.ts';
import type { News } from './rules.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/** Counts by kind, without names, texts or photos. */
export function newsLines(say: Say, news: News): string[] {
  const likes = news.like - news.matches;
  return [
    ...(news.new_conversations > 0 ? [say('mail.notice.begun', { count: news.new_conversations })] : []),
    ...(news.new_messages > 0 ? [say('mail.notice.continued', { count: news.new_messages })] : []),
    ...(news.matches > 0 ? [say('mail.notice.matches', { count: news.matches })] : []),
    ...(likes > 0 ? [say('mail.notice.likes', { count: likes })] : []),
  ];
}

/** The number of fictional members among the senders, and whether all are. */
export function fictionalLines(say: Say, { others, fictional }: News): string[] {
  if (fictional === 0) return [];
  const id = fictional === others ? 'mail.notice.fictional-only' : 'mail.notice.fictional';
  return [say(id, { count: fictional, label: say('common.fictional') })];
}

/** Explains the email's link, and says whether fictional members are among the senders. */
export function buildNotes(say: Say, news: News): string[] {
  return [say('mail.notice.link', { hours: entryLinkHours }), ...fictionalLines(say, news)];
}

/** The page that shows the most pressing news. */
export function toLeadPage(lead: NotificationKind | null): EntryPage {
  return lead === 'like' ? '/likes' : '/chats';
}

/** The reason why a notice came, and the links that turn its kind off. */
export function buildEnding(
  { context, say, origin }: LetterCall,
  memberId: string,
  kind: NotificationKind,
): Required<Pick<Letter, 'reason' | 'stop'>> {
  const token = unsubscribeToken(context.secret, memberId, kind);
  return {
    reason: say('mail.notice.reason', { kind: say(`notifications.kind.${kind}`) }),
    stop: {
      text: say('mail.notice.stop'),
      link: `${origin}/unsubscribe?token=${token}`,
      oneClick: `${origin}/api/unsubscribe.php?token=${token}`,
    },
  };
}
