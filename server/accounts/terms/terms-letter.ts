import { formatIn } from '../../platform/format.ts';
import type { LetterKind } from '../letters.ts';
import { findTold, releaseTermsLetter } from './queries.ts';

/**
 * Tells of the announced version `id`, even if all notices are off, because the contract promises it. The day is in
 * UTC, as on the page. If the address has failed or the member is leaving, the email is planned again later.
 */
export const termsLetter: LetterKind = {
  write: async ({ context, say, site, language, memberId, id }) => {
    const version = context.terms.find(({ appliesAt }) => appliesAt === id);
    const appliesAt = new Date(id);
    if (!version || memberId === null) return null;
    if (!(await context.database.first(findTold, { memberId, appliesAt }))) {
      await context.database.transaction((tx) => tx.run(releaseTermsLetter, { memberId, appliesAt }));
      return null;
    }
    const date = formatIn(language).day(appliesAt, 'UTC');
    return {
      subject: say('mail.terms-change.subject', { date }),
      title: say('mail.terms-change.title'),
      paragraphs: [
        say('mail.terms-change.text', { site: site.settings.mail_name, date }),
        say('mail.terms-change.disagree', { date }),
      ],
      button: { text: say('mail.terms-change.button'), path: `/terms?version=${id.slice(0, 10)}` },
      notes: [say('mail.terms-change.both')],
      enclosures: [
        { title: say('mail.terms-change.changes'), lines: version.changes.map((change) => `– ${say(change)}`) },
      ],
    };
  },
};
