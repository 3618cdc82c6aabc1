import type { Handler } from '../../platform/handler.ts';
import { readOwnTerms } from './own-terms.ts';
import { setTermsDismissed } from './queries.ts';
import { comingTerms } from './rules.ts';

/** Records on the account that the announcement of a version was dismissed, or its question postponed. */
export const dismissTerms: Handler<'dismissTerms'> = async ({ applies_at: version }, { context, member }) => {
  const now = context.clock.now();
  const { asked } = await readOwnTerms(context.database, context, member.id);
  const announced = [comingTerms(context.terms, now)?.appliesAt, asked?.appliesAt];
  if (announced.includes(version))
    await context.database.transaction((tx) =>
      tx.run(setTermsDismissed, { memberId: member.id, appliesAt: new Date(version), now }),
    );
  return { ok: true };
};
