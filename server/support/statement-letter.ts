import type { LetterKind } from '../accounts/letters.ts';
import { measurePathOf } from './numbers.ts';
import { findMeasure } from './queries.ts';

/**
 * Tells a member what was done about them or what they put here, why, and how to contest it (regulation 2022/2065, article
 * 17): what, on which facts and ground, that people decided, until when. Nothing tells who complained. `id` is the number of
 * the measure.
 */
export const statementOfReasons: LetterKind = {
  write: async ({ context, say, id: number }) => {
    const row = await context.database.first(findMeasure, { number });
    if (!row) return null;
    const { kind, ground, law, source, facts } = row;
    return {
      subject: say('support.statement.subject', { number }),
      title: say('support.closed.title'),
      paragraphs: [
        say(`support.measure.${kind}`),
        say(`support.source.${source}`),
        say(`support.ground.${ground}`, { law }),
        `${say('support.by-people')} ${say('support.statement.until')}`,
        say('support.redress'),
      ],
      facts: [[say('support.number'), number]],
      button: { text: say('support.statement.see'), path: measurePathOf(context, number) },
      enclosures: [{ title: say('support.statement.facts'), lines: facts.split('\n') }],
    };
  },
};
