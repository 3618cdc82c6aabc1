import { inactiveMonths, inactiveWarningDays } from '../../../contract/accounts/limits.ts';
import { lowestId } from '../../../contract/platform/id.ts';
import { complaintKeptMonths } from '../../../contract/support/limits.ts';
import type { AppContext } from '../../context.ts';
import { type MailCall, type MailTemplate, queueMail } from '../../mail/queue-mail.ts';
import { after, dayMs, monthsBefore } from '../../platform/clock.ts';
import { formatIn } from '../../platform/text/format.ts';
import { findReader } from '../find-account.ts';
import { lockMember } from '../queries.ts';
import { closeMemberSessions } from '../sessions/sessions.ts';
import { queuePayBack } from '../terms/own-terms.ts';
import { insertAccountDeletion, pageInactive, setInactive, storeWarning } from './queries.ts';

const pageSize = 500;

/** Deletes accounts unused for 24 months, 30 days after a warning by mail. Runs every night. */
export async function endInactive(context: AppContext): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const endBefore = monthsBefore(now, inactiveMonths);
  const warnBefore = after(endBefore, inactiveWarningDays * dayMs);
  const warnedBefore = after(now, -inactiveWarningDays * dayMs);
  let memberAfter: string = lowestId;
  for (;;) {
    const rows = await database.all(pageInactive, { memberAfter, before: warnBefore, limit: pageSize });
    for (const { member_id: memberId, status, last_active_at: lastThere, warned_at: warnedAt } of rows) {
      const isWarned = warnedAt !== null && warnedAt > lastThere;
      const isTold = isWarned && warnedAt <= warnedBefore;
      if (isTold && lastThere < endBefore) await end(context, memberId, { endBefore, warnedBefore });
      else if (!isWarned) await warn(context, memberId, status === 'banned' ? inactiveClosedMail : inactiveMail);
    }
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    memberAfter = last.member_id;
  }
}

async function warn(context: AppContext, memberId: MemberId, template: MailTemplate): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await tx.run(storeWarning, { memberId, now });
    await queueMail(tx, { context }, { template, memberId, id: now.toISOString() });
  });
}

async function end(
  context: AppContext,
  memberId: MemberId,
  before: { endBefore: Date; warnedBefore: Date },
): Promise<void> {
  const now = context.clock.now();
  const isEnded = await context.database.transaction(async (tx) => {
    // Wait for a concurrent ban or unban, which deletes the warning: only the next statement sees that.
    await tx.first(lockMember, { memberId });
    if ((await tx.run(setInactive, { memberId, ...before })) === 0) return false;
    await tx.run(insertAccountDeletion, { memberId, now, dueAt: now });
    await closeMemberSessions(tx, memberId);
    await context.jobs.add(tx, 'cancel-orders', { member_id: memberId });
    await queuePayBack(tx, context, memberId);
    return true;
  });
  if (isEnded) context.log.info({ event: 'account.inactive', member: memberId }, 'an account ends that nobody used');
}

const kept = { kept: complaintKeptMonths };

/** `id` is the time of the warning. */
export const inactiveMail: MailTemplate = {
  name: 'inactive',
  importance: 'mail',
  write: async (call) => {
    const told = await readTold(call, false);
    if (!told) return null;
    const { say } = call;
    return {
      subject: say('mail.inactive.subject'),
      title: say('mail.inactive.title'),
      paragraphs: [say('mail.inactive.text', told), say('mail.inactive.erased', { ...told, ...kept })],
      button: { text: say('mail.inactive.button'), path: '/login' },
      notes: [say('mail.inactive.ignore')],
    };
  },
};

/** A banned member cannot log in. */
export const inactiveClosedMail: MailTemplate = {
  name: 'inactive-closed',
  importance: 'mail',
  write: async (call) => {
    const told = await readTold(call, true);
    if (!told) return null;
    const { say } = call;
    return {
      subject: say('mail.inactive.closed.subject'),
      title: say('mail.inactive.closed.title'),
      paragraphs: [
        say('mail.inactive.closed.text', told),
        say('mail.inactive.closed.erased', { ...told, ...kept }),
        say('mail.inactive.closed.ask'),
      ],
      button: { text: say('mail.inactive.closed.button'), path: '/complaints' },
      notes: [say('mail.inactive.closed.ignore')],
    };
  },
};

/** Returns the warned member; undefined if they were banned or unbanned meanwhile: the next night warns again. */
async function readTold(
  { context, site, language, memberId, id }: MailCall,
  banned: boolean,
): Promise<{ site: string; months: number; day: string } | undefined> {
  const account = memberId === null ? undefined : await findReader(context.database, memberId);
  if (account?.banned !== banned) return undefined;
  const endsAt = after(new Date(id), inactiveWarningDays * dayMs);
  const day = formatIn(language).day(endsAt, account.zone);
  return { site: site.settings.mail_name, months: inactiveMonths, day };
}
