import { entryPath } from '../accounts/entry/entry-path.ts';
import type { LetterKind } from '../accounts/letters.ts';
import { zoneOf } from '../geo/zone-of.ts';
import { findNews } from './find-news.ts';
import { endingOf, newsLines, notesOf, pageOf } from './letter-parts.ts';
import { findReader, reopenWindow } from './queries.ts';
import { leadOf, quietUntil } from './rules.ts';

/**
 * Tells a member what waits for them: how much of what, without a name, a text or a photo. What was read or ended since
 * it was queued is left out; with nothing left, nothing is sent.
 */
export const noticeLetter: LetterKind = {
  write: async (call) => {
    const { context, say, site, memberId } = call;
    const reader = memberId === null ? undefined : await context.database.first(findReader, { memberId });
    if (memberId === null || !reader?.reachable) return null;
    const now = context.clock.now();
    const later = quietUntil(now, { zone: zoneOf(reader), mailedAt: null });
    if (later) {
      // The mail server came back in the middle of the night.
      await context.database.transaction((tx) => tx.run(reopenWindow, { memberId, now, dueAt: later }));
      return null;
    }
    const news = await findNews(context, memberId, reader);
    const lead = leadOf(news);
    if (lead === null) return null;
    return {
      subject: say('mail.notice.subject', { site: site.settings.mail_name }),
      title: say('mail.notice.title'),
      paragraphs: newsLines(say, news),
      button: { text: say('mail.notice.button'), path: await entryPath(call, memberId, pageOf(lead)) },
      notes: notesOf(say, news),
      ...endingOf(call, memberId, lead),
    };
  },
};
