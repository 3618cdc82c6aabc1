import { isLanguage } from '../../contract/platform/languages.ts';
import { outcomeSaid } from '../../contract/support/operations.ts';
import type { Letter, LetterCall, LetterKind } from '../accounts/letters.ts';
import { buildComplaintPath } from './numbers.ts';
import { type FoundComplaint, findComplaint, listAnswers } from './queries.ts';
import { isDecision } from './rules.ts';

/**
 * Addresses the sender of the form; reports are mailed to their member. `id` is a number, or a number and an answer's
 * position. Anybody can type any address into the form, so the email never greets the name typed beside it.
 */
const findAddressee: NonNullable<LetterKind['findAddressee']> = async ({ database }, id) => {
  const row = await database.first(findComplaint, { number: numberIn(id) });
  if (!row || row.email === '') return undefined;
  const { email, site } = row;
  return { email, site, language: isLanguage(row.language) ? row.language : 'en' };
};

/** Acknowledges a complaint or report (regulation 2022/2065, article 16(4)). Repeats nothing that was typed. */
export const complaintReceived: LetterKind = {
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

/** Tells of an answer by staff. */
export const complaintAnswered: LetterKind = {
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

/** Tells the outcome, its reasons, and how to object (regulation 2022/2065, articles 16(5) and 17). */
export const complaintClosed: LetterKind = {
  findAddressee,
  write: (call) =>
    compose(call, ({ say }, row) => {
      if (row.outcome === null) return null;
      return {
        subject: say('support.closed.subject', { number: row.number }),
        title: say('support.closed.title'),
        paragraphs: [
          say('support.closed.text'),
          say(`support.outcome.${outcomeSaid(row.outcome, row.taken_back)}`),
          ...(isDecision(row.outcome) ? [say('support.by-people'), say('support.redress')] : []),
        ],
      };
    }),
};

const numberIn = (id: string): string => id.split('/')[0] ?? '';

async function compose(
  call: LetterCall,
  write: (call: LetterCall, row: FoundComplaint) => Omit<Letter, 'button' | 'facts'> | null,
): Promise<Letter | null> {
  const row = await call.context.database.first(findComplaint, { number: numberIn(call.id) });
  const letter = row && write(call, row);
  if (!row || !letter) return null;
  const { say } = call;
  return {
    ...letter,
    facts: [
      [say('support.number'), row.number],
      [say('support.about'), say(`support.kind.${row.kind}`)],
    ],
    button: { text: say('support.see'), path: buildComplaintPath(call.context, row.number) },
  };
}
