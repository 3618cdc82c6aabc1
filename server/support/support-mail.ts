import { isLanguage } from '../../contract/platform/languages.ts';
import { getOutcomeKey, getAftermathKey, getRemovedContentKey } from '../../contract/support/operations.ts';
import type { MailContent, MailCall, MailTemplate } from '../mail/queue-mail.ts';
import { findReader } from '../accounts/find-account.ts';
import { formatIn } from '../platform/text/format.ts';
import { buildComplaintPath, buildModerationActionPath } from './numbers.ts';
import {
  type FoundComplaint,
  findComplaint,
  listAnswers,
  type ModerationActionRow,
  findModerationAction,
} from './queries.ts';
import { isDecision } from './rules.ts';

/**
 * Finds the sender of a complaint. `id` is a number, or a number and an answer's position. A typed name is not greeted:
 * its address may be false.
 */
const findAddressee: NonNullable<MailTemplate['findAddressee']> = async ({ database }, id) => {
  const row = await database.first(findComplaint, { number: numberIn(id) });
  if (!row || row.email === '') return undefined;
  const { email, site } = row;
  return { email, site, language: isLanguage(row.language) ? row.language : 'en' };
};

/** Acknowledges a complaint (regulation 2022/2065, article 16(4)). Repeats nothing that was typed. */
export const complaintReceived: MailTemplate = {
  name: 'complaint-received',
  importance: 'mail',
  unconfirmed: 'dropped',
  findAddressee,
  write: (call) =>
    compose(call, ({ say }, row) => ({
      subject: say('support.received.subject', { number: row.number }),
      title: say('support.received.title'),
      paragraphs: [
        say(row.kind === 'report' ? 'support.received.report' : 'support.received.text'),
        say('support.received.next'),
      ],
      ...(row.kind !== 'report' && {
        notes: [say('support.received.ignore', { email: call.site.settings.support_email })],
      }),
    })),
};

export const complaintAnswered: MailTemplate = {
  name: 'complaint-answered',
  importance: 'mail',
  unconfirmed: 'dropped',
  findAddressee,
  write: async (call) => {
    const [, position] = call.id.split('/');
    const answers = await call.context.database.all(listAnswers, { number: numberIn(call.id) });
    const answer = answers.find((one) => String(one.position) === position);
    if (!answer) return null;
    return compose(call, ({ say }, row) => ({
      subject: say('support.answered.subject', { number: row.number }),
      title: say('support.answered.title'),
      paragraphs: [say('support.answered.text')],
      enclosures: [{ title: say('support.answer'), lines: answer.text.split('\n') }],
    }));
  },
};

/** Tells the outcome, and how to object (regulation 2022/2065, articles 16(5) and 17). */
export const complaintClosed: MailTemplate = {
  name: 'complaint-closed',
  importance: 'mail',
  unconfirmed: 'dropped',
  findAddressee,
  write: (call) =>
    compose(call, ({ say }, row) => {
      if (row.outcome === null) return null;
      return {
        subject: say('support.closed.subject', { number: row.number }),
        title: say('support.closed.title'),
        paragraphs: [
          say('support.closed.text'),
          say(`support.outcome.${getOutcomeKey(row.outcome, row.reverted)}`),
          ...(isDecision(row.outcome) ? [say('support.by-people'), say('support.redress')] : []),
        ],
      };
    }),
};

const numberIn = (id: string): string => id.split('/')[0] ?? '';

async function compose(
  call: MailCall,
  write: (call: MailCall, row: FoundComplaint) => Omit<MailContent, 'button' | 'facts'> | null,
): Promise<MailContent | null> {
  const row = await call.context.database.first(findComplaint, { number: numberIn(call.id) });
  const content = row && write(call, row);
  if (!row || !content) return null;
  const { say } = call;
  return {
    ...content,
    facts: [
      [say('support.number'), row.number],
      [say('support.about'), say(`support.kind.${row.kind}`)],
    ],
    button: { text: say('support.see'), path: buildComplaintPath(call.context, row.number) },
  };
}

/** Explains an action (regulation 2022/2065, article 17). Never reveals who complained. `id` is its number. */
export const statementOfReasons: MailTemplate = {
  name: 'statement-of-reasons',
  importance: 'mail',
  write: async (call) => {
    const about = await readModerationAction(call);
    if (!about) return null;
    const { say, context, id: number } = call;
    const { kind, reason, law, source, facts, about_at: aboutAt, ends_at: endsAt } = about.row;
    const contentAdded = aboutAt && say(getRemovedContentKey(about.row), { date: about.day(aboutAt) });
    return {
      subject: say(kind === 'message' ? 'support.statement.subject.message' : 'support.statement.subject', { number }),
      title: say('support.closed.title'),
      paragraphs: [
        [say(`support.action.${kind}`), contentAdded].filter(Boolean).join(' '),
        say(`support.source.${source}`),
        say(`support.reason.${reason}`, { law }),
        `${say('support.by-people')} ${endsAt ? say('support.statement.ends', { date: about.minute(endsAt) }) : say('support.statement.until')}`,
        say('support.redress'),
      ],
      facts: [[say('support.number'), number]],
      button: { text: say('support.statement.see'), path: buildModerationActionPath(context, number) },
      ...(facts !== '' && { enclosures: [{ title: say('support.statement.facts'), lines: facts.split('\n') }] }),
    };
  },
};

export const moderationActionReverted: MailTemplate = {
  name: 'moderation-action-reverted',
  importance: 'mail',
  write: async (call) => {
    const about = await readModerationAction(call);
    if (!about?.row.reverted_at) return null;
    const { say, context, id: number } = call;
    return {
      subject: say('support.reverted.subject', { number }),
      title: say('support.reverted.title'),
      paragraphs: [
        say('support.reverted.intro', { date: about.day(about.row.decided_at) }),
        say(getAftermathKey(about.row)),
      ],
      facts: [[say('support.number'), number]],
      button: { text: say('support.statement.see'), path: buildModerationActionPath(context, number) },
    };
  },
};

async function readModerationAction({
  context,
  language,
  memberId,
  id: number,
}: MailCall): Promise<{ row: ModerationActionRow; day(at: Date): string; minute(at: Date): string } | undefined> {
  const row = await context.database.first(findModerationAction, { number });
  const reader = memberId === null ? undefined : await findReader(context.database, memberId);
  if (!row || !reader) return undefined;
  const [format, zone] = [formatIn(language), reader.zone];
  return { row, day: (at) => format.day(at, zone), minute: (at) => format.minute(at, zone) };
}
