import { formatIn } from '../../platform/format.ts';
import type { LetterKind } from '../letters.ts';
import { findTold, releaseTermsLetter } from './queries.ts';

/**
 * Tells of a version of the terms that was announced, named by `id`. It comes whatever notices a member has turned off,
 * because the contract promises it. The day is that in UTC, as the page has it. To an address that failed meanwhile, or to who
 * is leaving, it is not sent, but planned again once there is an address that works or its member is back.
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
