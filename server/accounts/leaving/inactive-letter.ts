import { timeZoneOf } from '../../../contract/countries.ts';
import { inactiveMonths, inactiveNoticeDays } from '../../../contract/limits.ts';
import { after, dayMs } from '../../platform/clock.ts';
import { formatIn } from '../../platform/format.ts';
import { findReader } from '../find-account.ts';
import type { LetterKind } from '../letters.ts';

/** Tells that an account ends that nobody uses. `id` is when that was decided. */
export const inactiveLetter: LetterKind = {
  write: async ({ context, say, site, language, memberId, id }) => {
    const account = memberId === null ? undefined : await findReader(context.database, memberId);
    if (!account) return null;
    const endsAt = after(new Date(id), inactiveNoticeDays * dayMs);
    const day = formatIn(language).day(endsAt, timeZoneOf(account.country));
    return {
      subject: say('mail.inactive.subject'),
      title: say('mail.inactive.title'),
      paragraphs: [
        say('mail.inactive.text', { site: site.settings.mail_name, months: inactiveMonths }),
        say('mail.inactive.erased', { day }),
      ],
      button: { text: say('mail.inactive.button'), path: '/login' },
      notes: [say('mail.inactive.ignore')],
    };
  },
};
