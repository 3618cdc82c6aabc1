import { createLoginLinkPath } from '../accounts/login-links/login-links.ts';
import type { AppContext } from '../context.ts';
import { type MailTemplate, queueMail } from '../mail/queue-mail.ts';
import type { Transaction } from '../platform/database/database.ts';
import { claimTurn } from './claim-turn.ts';
import { buildEnding, buildNotes, findNews, buildNewsLines, toLeadPage } from './news.ts';
import { handleDueNotices } from './pending-notices.ts';
import { closeNotice, findReader, listDue, lockDue, reopenNotice } from './queries.ts';
import { findLeadKind } from './rules.ts';

export async function sendNotices(context: AppContext): Promise<void> {
  await handleDueNotices(context, listDue, {
    event: 'notice-failed',
    handle: (tx, memberId) => queueNoticeMail(context, tx, memberId),
  });
}

/** Queues the mail in the closing transaction, at most once. The mail itself waits for its turn. */
async function queueNoticeMail(context: AppContext, tx: Transaction, memberId: MemberId): Promise<void> {
  const now = context.clock.now();
  const notice = await tx.first(lockDue, { memberId, now });
  const reader = notice && (await tx.first(findReader, { memberId }));
  if (!reader) return;
  const hasNews = reader.reachable && findLeadKind(await findNews(context, memberId, reader)) !== null;
  await tx.run(closeNotice, { memberId });
  if (hasNews) await queueMail(tx, { context }, { template: noticeMail, memberId, id: now.toISOString(), once: true });
}

/** Names, texts and photos are left out. Null if everything was read since, or if its turn is later. */
export const noticeMail: MailTemplate = {
  name: 'notice',
  importance: 'notice',
  write: async (call) => {
    const { context, say, site, memberId, id: queuedAt } = call;
    const reader = memberId === null ? undefined : await context.database.first(findReader, { memberId });
    if (memberId === null || !reader?.reachable) return null;
    const news = await findNews(context, memberId, reader);
    const lead = findLeadKind(news);
    if (lead === null) return null;
    const turn = await claimTurn(call, { memberId, reader, kind: lead, queuedAt: new Date(queuedAt) });
    if (turn.is === 'later')
      await context.database.transaction((tx) =>
        tx.run(reopenNotice, { memberId, now: context.clock.now(), dueAt: turn.until }),
      );
    if (turn.is !== 'now') return null;
    return {
      subject: say('mail.notice.subject', { site: site.settings.mail_name }),
      title: say('mail.notice.title'),
      paragraphs: buildNewsLines(say, news),
      button: { text: say('mail.notice.button'), path: await createLoginLinkPath(call, memberId, toLeadPage(lead)) },
      notes: buildNotes(say, news),
      ...buildEnding(call, memberId, lead),
      onSent: turn.onSent,
    };
  },
};
