import type { SearchQuery } from '../../../contract/members/operations.ts';
import { digestRules } from '../../../contract/notifications/notification-rules.ts';
import { entryPath } from '../../accounts/login-links/entry-path.ts';
import { type Newcomers, countNewcomers } from '../../members/search/count-newcomers.ts';
import { findUnseen } from '../find-news.ts';
import { newsLines, buildNotes, toLeadPage } from '../letter-parts.ts';
import { findLeadKind, countNews } from '../rules.ts';
import { type DigestCall, type DigestText, digestLetter } from './digest-letter.ts';
import { findRecipient } from './queries.ts';

/** Tells a member who has been away for days about messages that are still unread. */
export const unreadReminder = digestLetter('unread_message_reminders', async (call) => {
  const { context, memberId, reader, since, until } = call;
  const waiting = await findUnseen(context, memberId, reader, { since, until });
  return textOf(
    call,
    waiting.filter(({ kind }) => kind !== 'like'),
  );
});

/** Sums up the past week for a member, with the number of new members who fit them. */
export const weeklyUpdate = digestLetter('weekly_updates', async (call) => {
  const { context, memberId, reader, since, until } = call;
  const waiting = await findUnseen(context, memberId, reader, { since, until });
  return textOf(call, waiting, await findFitting(call));
});

/** Counts fitting members who joined since the member was last online, within the reported week. */
async function findFitting({ context, site, memberId, reader, since, until }: DigestCall): Promise<Newcomers> {
  const recipient = await context.database.first(findRecipient, { memberId });
  const search = (recipient?.search ?? null) as SearchQuery | null;
  const joined = { since: reader.last_active_at > since ? reader.last_active_at : since, until };
  return countNewcomers(context.database, { memberId, site, search }, { ...joined, most: digestRules.fittingMax });
}

async function textOf(
  call: DigestCall,
  waiting: Awaited<ReturnType<typeof findUnseen>>,
  fitting: Newcomers = { count: 0, more: false },
): Promise<DigestText | null> {
  const { say, memberId } = call;
  const news = countNews(waiting);
  const lead = findLeadKind(news);
  const { count, more } = fitting;
  const fittingLines =
    count > 0 ? [say(more ? 'mail.weekly_updates.fitting-more' : 'mail.weekly_updates.fitting', { count })] : [];
  if (lead === null) return count > 0 ? { paragraphs: fittingLines, path: '/members' } : null;
  return {
    paragraphs: [...newsLines(say, news), ...fittingLines],
    path: await entryPath(call, memberId, toLeadPage(lead)),
    notes: buildNotes(say, news),
  };
}
