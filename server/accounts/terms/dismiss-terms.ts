import type { AppContext } from '../../context.ts';
import type { Handler } from '../../platform/handler.ts';
import { findDismissedTerms, setTermsDismissed } from './queries.ts';
import { comingTerms } from './rules.ts';

/** Records on the account that the notice of a coming version was dismissed. Other versions have no notice. */
export const dismissTerms: Handler<'dismissTerms'> = async ({ applies_at: version }, { context, member }) => {
  const now = context.clock.now();
  const coming = comingTerms(context.terms, now);
  if (coming?.appliesAt === version)
    await context.database.transaction((tx) =>
      tx.run(setTermsDismissed, { memberId: member.id, appliesAt: new Date(version), now }),
    );
  return { ok: true };
};

/** Returns when coming terms apply, for the member's notice; null if there are none or the notice was dismissed. */
export async function termsToShow({ database, clock, terms }: AppContext, memberId: string): Promise<string | null> {
  const coming = comingTerms(terms, clock.now());
  if (!coming) return null;
  const dismissed = await database.first(findDismissedTerms, { memberId, appliesAt: new Date(coming.appliesAt) });
  return dismissed ? null : coming.appliesAt;
}
