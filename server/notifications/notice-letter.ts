import type { LetterKind } from '../accounts/letters.ts';
import { findNews } from './find-news.ts';
import { findReader, reopenWindow } from './queries.ts';
import { leadOf, quietUntil, zoneOf } from './rules.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

/**
 * Tells a member what waits for them: how much of what, without a name, a text or a photo. What was read or ended since
 * it was queued is left out; with nothing left, nothing is sent.
 */
export const noticeLetter: LetterKind = {
  write: async ({ context, say, site, memberId, origin }) => {
    const reader = memberId === null ? undefined : await context.database.first(findReader, { memberId });
    if (memberId === null || !reader?.reachable) return null;
    const now = context.clock.now();
    const later = quietUntil(now, { zone: zoneOf(reader.country), mailedAt: null });
    if (later) {
      // The mail server came back in the middle of the night.
      await context.database.transaction((tx) => tx.run(reopenWindow, { memberId, now, dueAt: later }));
      return null;
    }
    const news = await findNews(context, memberId, reader);
    const lead = leadOf(news);
    if (lead === null) return null;
    const likes = news.like - news.matches;
    const lines = [
      ...(news.new_conversations > 0 ? [say('mail.notice.begun', { count: news.new_conversations })] : []),
      ...(news.new_messages > 0 ? [say('mail.notice.continued', { count: news.new_messages })] : []),
      ...(news.matches > 0 ? [say('mail.notice.matches', { count: news.matches })] : []),
      ...(likes > 0 ? [say('mail.notice.likes', { count: likes })] : []),
    ];
    const token = unsubscribeToken(context.secret, memberId, lead);
    return {
      subject: say('mail.notice.subject', { site: site.settings.mail_name }),
      title: say('mail.notice.title'),
      paragraphs: lines,
      button: { text: say('mail.notice.button'), path: lead === 'like' ? '/likes' : '/chats' },
      notes: news.fictional ? [say('mail.notice.fictional', { label: say('common.fictional') })] : [],
      reason: say('mail.notice.reason', { kind: say(`notifications.kind.${lead}`) }),
      stop: {
        text: say('mail.notice.stop'),
        link: `${origin}/unsubscribe?token=${token}`,
        oneClick: `${origin}/api/unsubscribe.php?token=${token}`,
      },
    };
  },
};
