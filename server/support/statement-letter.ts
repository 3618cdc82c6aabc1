import { getAftermathKey, putSaid } from '../../contract/support/operations.ts';
import { findReader } from '../accounts/find-account.ts';
import type { LetterCall, LetterKind } from '../accounts/letters.ts';
import { formatIn } from '../platform/format.ts';
import { buildMeasurePath } from './numbers.ts';
import { type MeasureRow, findMeasure } from './queries.ts';

/**
 * Tells a member of a measure about them or their content (regulation 2022/2065, article 17): its kind, facts, ground
 * and end, that people decided, and how to contest it. Never reveals who complained. `id` is the measure's number.
 */
export const statementOfReasons: LetterKind = {
  write: async (call) => {
    const about = await readMeasure(call);
    if (!about) return null;
    const { say, context, id: number } = call;
    const { kind, ground, law, source, facts, about_at: aboutAt, ends_at: endsAt } = about.row;
    const put = aboutAt && say(putSaid(about.row), { date: about.day(aboutAt) });
    return {
      subject: say(kind === 'message' ? 'support.statement.subject.message' : 'support.statement.subject', { number }),
      title: say('support.closed.title'),
      paragraphs: [
        [say(`support.measure.${kind}`), put].filter(Boolean).join(' '),
        say(`support.source.${source}`),
        say(`support.ground.${ground}`, { law }),
        `${say('support.by-people')} ${endsAt ? say('support.statement.ends', { date: about.minute(endsAt) }) : say('support.statement.until')}`,
        say('support.redress'),
      ],
      facts: [[say('support.number'), number]],
      button: { text: say('support.statement.see'), path: buildMeasurePath(context, number) },
      ...(facts !== '' && { enclosures: [{ title: say('support.statement.facts'), lines: facts.split('\n') }] }),
    };
  },
};

/** Tells a member that a measure was taken back. `id` is the measure's number. */
export const measureLifted: LetterKind = {
  write: async (call) => {
    const about = await readMeasure(call);
    if (!about?.row.lifted_at) return null;
    const { say, context, id: number } = call;
    return {
      subject: say('support.lifted.subject', { number }),
      title: say('support.lifted.title'),
      paragraphs: [
        say('support.lifted.intro', { date: about.day(about.row.decided_at) }),
        say(getAftermathKey(about.row)),
      ],
      facts: [[say('support.number'), number]],
      button: { text: say('support.statement.see'), path: buildMeasurePath(context, number) },
    };
  },
};

/** Loads the measure, and formatters in the member's language and time zone. */
async function readMeasure({
  context,
  language,
  memberId,
  id: number,
}: LetterCall): Promise<{ row: MeasureRow; day(at: Date): string; minute(at: Date): string } | undefined> {
  const row = await context.database.first(findMeasure, { number });
  const reader = memberId === null ? undefined : await findReader(context.database, memberId);
  if (!row || !reader) return undefined;
  const [format, zone] = [formatIn(language), reader.zone];
  return { row, day: (at) => format.day(at, zone), minute: (at) => format.minute(at, zone) };
}
