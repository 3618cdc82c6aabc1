import { entryPath } from '../accounts/entry/entry-path.ts';
import type { LetterKind } from '../accounts/letters.ts';
import { zoneOf } from '../geo/zone-of.ts';
import { findNews } from './find-news.ts';
import { endingOf, newsLines, notesOf, pageOf } from './letter-parts.ts';
import { findReader, reopenWindow } from './queries.ts';
import { leadOf, quietUntil } from './rules.ts';
import { takeTurn } from './take-turn.ts';

/**
 * Tells a member what waits for them: how much of what, without a name, a text or a photo. What was read or ended since
 * it was queued is left out; with nothing left, nothing is sent.
 */
export const noticeLetter: LetterKind = {
  write: async (call) => {
    const { context, say, site, memberId, id: queuedAt } = call;
    const reader = memberId === null ? undefined : await context.database.first(findReader, { memberId });
    if (memberId === null || !reader?.reachable) return null;
    const now = context.clock.now();
    const zone = zoneOf(reader);
    const putOff = async (dueAt: Date): Promise<null> => {
      await context.database.transaction((tx) => tx.run(reopenWindow, { memberId, now, dueAt }));
      return null;
    };
    const later = quietUntil(now, { zone, mailedAt: null });
    // The mail server came back in the middle of the night.
    if (later) return putOff(later);
    const news = await findNews(context, memberId, reader);
    const lead = leadOf(news);
    if (lead === null) return null;
    const turn = await takeTurn(call, { memberId, now, zone, kind: lead, queuedAt: new Date(queuedAt) });
    if (turn.is === 'over') return null;
    if (turn.is === 'later') return putOff(turn.until);
    return {
      subject: say('mail.notice.subject', { site: site.settings.mail_name }),
      title: say('mail.notice.title'),
      paragraphs: newsLines(say, news),
      button: { text: say('mail.notice.button'), path: await entryPath(call, memberId, pageOf(lead)) },
      notes: notesOf(say, news),
      ...endingOf(call, memberId, lead),
      onSent: turn.onSent,
    };
  },
};
