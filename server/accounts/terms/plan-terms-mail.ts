import { contractNoticeDays } from '../../../contract/accounts/limits.ts';
import { lowestId } from '../../../contract/platform/id.ts';
import type { AppContext } from '../../context.ts';
import { type MailCall, type MailContent, type MailTemplate, queueMails } from '../../mail/queue-mail.ts';
import { formatIn } from '../../platform/text/format.ts';
import { readOwnTerms } from './own-terms.ts';
import { claimTermsMails, findTold, pageUntold, releaseTermsMail } from './queries.ts';
import { sendingAt, termsToTell, announcementDeadline } from './rules.ts';
import type { TermsVersion } from './terms-versions.data.ts';

const pageSize = 1_000;

/** Plans the mails about announced terms, once per member. Runs every hour, so that later members are also told. */
export async function planTermsMails(context: AppContext): Promise<void> {
  for (const version of termsToTell(context.terms, context.clock.now())) await planVersion(context, version);
}

async function planVersion(context: AppContext, version: TermsVersion): Promise<void> {
  const { database, log } = context;
  const appliesAt = new Date(version.appliesAt);
  let [planned, late, pages] = [0, 0, 0];
  let memberAfter: string = lowestId;
  for (;;) {
    const rows = await database.all(pageUntold, { memberAfter, appliesAt, limit: pageSize });
    const memberIds = rows.map((row) => row.member_id);
    const last = memberIds.at(-1);
    if (last === undefined) break;
    const told = await planPage(context, version, memberIds, pages);
    pages += 1;
    planned += told.planned;
    late += told.late;
    if (rows.length < pageSize) break;
    memberAfter = last;
  }
  const logFields = { version: version.appliesAt, weight: version.weight, planned };
  if (planned > 0) log.info({ event: 'terms.planned', ...logFields }, 'mails about new terms are planned');
  if (late > 0) log.error({ event: 'terms.late', ...logFields, late }, 'members are told of new terms too late');
}

/** Plans a page of mails in one transaction: a planned mail is sent, and none is planned twice. */
async function planPage(
  { database, jobs, clock }: AppContext,
  version: TermsVersion,
  residents: readonly MemberId[],
  page: number,
): Promise<{ planned: number; late: number }> {
  const { appliesAt: id, announcedAt } = version;
  const now = clock.now();
  const told = await database.transaction(async (tx) => {
    const claimed = await tx.all(claimTermsMails, { memberIds: residents, appliesAt: new Date(id), now });
    const runAt = sendingAt(version, page, now);
    const memberIds = claimed.map((row) => row.member_id);
    const template = version.weight === 'material' ? termsQuestionMail : termsMail;
    await queueMails(tx, { jobs }, { template, id, memberIds, ...(runAt && { runAt }) });
    return claimed;
  });
  // Members who joined after the announcement are told at once, however close the date.
  const promised = told.filter((row) => row.terms_accepted_at <= new Date(announcedAt ?? id));
  return { planned: told.length, late: now > announcementDeadline(version) ? promised.length : 0 };
}

/**
 * Announces a minor version, which applies by this notice, except to members on older terms. The day is in UTC, as on
 * the page.
 */
export const termsMail: MailTemplate = {
  name: 'terms-change',
  importance: 'terms',
  write: async (call) => {
    const { say, site, id, context, memberId } = call;
    if (memberId !== null && (await readOwnTerms(context.database, context, memberId)).asked) return null;
    return writeAbout(call, (version, date) => {
      return {
        subject: say('mail.terms-change.subject', { date }),
        title: say('mail.terms-change.title'),
        paragraphs: [
          say('mail.terms-change.text', { site: site.settings.mail_name, date }),
          say('mail.terms-change.disagree', { date }),
        ],
        button: { text: say('mail.terms-change.button'), path: `/terms?version=${id.slice(0, 10)}` },
        notes: [say('mail.terms-change.both')],
        enclosures: [listChanges(call, version)],
      };
    });
  },
};

/** Asks about a material version, which binds nobody who does not answer. */
export const termsQuestionMail: MailTemplate = {
  name: 'terms-question',
  importance: 'terms',
  write: (call) =>
    writeAbout(call, (version, date) => {
      const { say, site } = call;
      return {
        subject: say('mail.terms-question.subject'),
        title: say('mail.terms-question.title'),
        paragraphs: [
          say('mail.terms-question.text', { site: site.settings.mail_name, date }),
          say('mail.terms-question.disagree', { days: contractNoticeDays }),
        ],
        button: { text: say('mail.terms-question.button'), path: '/new-terms' },
        enclosures: [listChanges(call, version)],
      };
    }),
};

/**
 * Writes a mail about new terms, even if all notices are off, because the contract promises it. If the address has
 * failed or the account is in deletion, the mail is planned again later.
 */
async function writeAbout(
  { context, language, memberId, id }: MailCall,
  write: (version: TermsVersion, date: string) => MailContent,
): Promise<MailContent | null> {
  const version = context.terms.find(({ appliesAt }) => appliesAt === id);
  const appliesAt = new Date(id);
  if (!version || memberId === null) return null;
  if (!(await context.database.first(findTold, { memberId, appliesAt }))) {
    await context.database.transaction((tx) => tx.run(releaseTermsMail, { memberId, appliesAt }));
    return null;
  }
  return write(version, formatIn(language).day(appliesAt, 'UTC'));
}

function listChanges({ say }: MailCall, { changes }: TermsVersion): { title: string; lines: string[] } {
  return { title: say('mail.terms-change.changes'), lines: changes.map((change) => `– ${say(change)}`) };
}
