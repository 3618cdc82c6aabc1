import { entryPath } from '../accounts/login-links/entry-path.ts';
import type { LetterKind } from '../accounts/letters.ts';
import { getPlaceTimeZone } from '../geo/time-zones.ts';
import { findNews } from './find-news.ts';
import { buildEnding, newsLines, buildNotes, toLeadPage } from './letter-parts.ts';
import { findReader, reopenWindow } from './queries.ts';
import { findLeadKind, quietUntil } from './rules.ts';
import { takeTurn } from './take-turn.ts';

/** Tells a member how much waits for them, without names, texts or photos; null if everything was read since. */
export const noticeLetter: LetterKind = {
  write: async (call) => {
    const { context, say, site, memberId, id: queuedAt } = call;
    const reader = memberId === null ? undefined : await context.database.first(findReader, { memberId });
    if (memberId === null || !reader?.reachable) return null;
    const now = context.clock.now();
    const zone = getPlaceTimeZone(reader);
    const putOff = async (dueAt: Date): Promise<null> => {
      await context.database.transaction((tx) => tx.run(reopenWindow, { memberId, now, dueAt }));
      return null;
    };
    const later = quietUntil(now, { zone, mailedAt: null });
    // The mail server may have come back during quiet hours.
    if (later) return putOff(later);
    const news = await findNews(context, memberId, reader);
    const lead = findLeadKind(news);
    if (lead === null) return null;
    const turn = await takeTurn(call, { memberId, now, zone, kind: lead, queuedAt: new Date(queuedAt) });
    if (turn.is === 'over') return null;
    if (turn.is === 'later') return putOff(turn.until);
    return {
      subject: say('mail.notice.subject', { site: site.settings.mail_name }),
      title: say('mail.notice.title'),
      paragraphs: newsLines(say, news),
      button: { text: say('mail.notice.button'), path: await entryPath(call, memberId, toLeadPage(lead)) },
      notes: buildNotes(say, news),
      ...buildEnding(call, memberId, lead),
      onSent: turn.onSent,
    };
  },
};
