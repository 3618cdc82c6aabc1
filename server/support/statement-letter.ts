import { timeZoneOf } from '../../contract/countries.ts';
import { findReader } from '../accounts/find-account.ts';
import type { LetterKind } from '../accounts/letters.ts';
import { formatIn } from '../platform/format.ts';
import { measurePathOf } from './numbers.ts';
import { findMeasure } from './queries.ts';

/**
 * Tells a member what was done about them or what they put here, why, and how to contest it (regulation 2022/2065, article
 * 17): what, on which facts and ground, that people decided, until when. Nothing tells who complained. `id` is the number of
 * the measure.
 */
export const statementOfReasons: LetterKind = {
  write: async ({ context, say, language, memberId, id: number }) => {
    const row = await context.database.first(findMeasure, { number });
    const reader = memberId === null ? undefined : await findReader(context.database, memberId);
    if (!row || !reader) return null;
    const { kind, ground, law, source, facts, about_at: aboutAt } = row;
    const date = aboutAt && formatIn(language).day(aboutAt, timeZoneOf(reader.country));
    return {
      subject: say('support.statement.subject', { number }),
      title: say('support.closed.title'),
      paragraphs: [
        [say(`support.measure.${kind}`), date && say('support.put.photo', { date })].filter(Boolean).join(' '),
        say(`support.source.${source}`),
        say(`support.ground.${ground}`, { law }),
        `${say('support.by-people')} ${say('support.statement.until')}`,
        say('support.redress'),
      ],
      facts: [[say('support.number'), number]],
      button: { text: say('support.statement.see'), path: measurePathOf(context, number) },
      ...(facts !== '' && { enclosures: [{ title: say('support.statement.facts'), lines: facts.split('\n') }] }),
    };
  },
};
