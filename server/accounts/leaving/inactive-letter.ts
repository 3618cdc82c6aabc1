import { inactiveMonths, inactiveNoticeDays } from '../../../contract/accounts/limits.ts';
import { complaintKeptMonths } from '../../../contract/support/limits.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { formatIn } from '../../platform/format.ts';
import { findReader } from '../find-account.ts';
import type { LetterCall, LetterKind } from '../letters.ts';

const kept = { kept: complaintKeptMonths };

/** Warns that an unused account will be deleted, and tells how to keep it. `id` is the time of the warning. */
export const inactiveLetter: LetterKind = {
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

/** Warns a banned member, who cannot log in, and tells what they can do. */
export const inactiveClosedLetter: LetterKind = {
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

/** Values for both emails. Undefined if the member was banned or unbanned meanwhile; the next night warns again. */
async function readTold(
  { context, site, language, memberId, id }: LetterCall,
  banned: boolean,
): Promise<{ site: string; months: number; day: string } | undefined> {
  const account = memberId === null ? undefined : await findReader(context.database, memberId);
  if (account?.banned !== banned) return undefined;
  const endsAt = after(new Date(id), inactiveNoticeDays * dayMs);
  const day = formatIn(language).day(endsAt, account.zone);
  return { site: site.settings.mail_name, months: inactiveMonths, day };
}
