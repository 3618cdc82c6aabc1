import type { AppContext } from '../../context.ts';
import type { Handler } from '../../platform/handler.ts';
import { findDismissedTerms, setTermsDismissed } from './queries.ts';
import { comingTerms } from './rules.ts';

/** Remembers on the account that the notice of an announced version was put away. Any other version has no notice. */
export const dismissTerms: Handler<'dismissTerms'> = async ({ applies_at: version }, { context, member }) => {
  const now = context.clock.now();
  const coming = comingTerms(context.terms, now);
  if (coming?.appliesAt === version)
    await context.database.transaction((tx) =>
      tx.run(setTermsDismissed, { memberId: member.id, appliesAt: new Date(version), now }),
    );
  return { ok: true };
};

/** From when on new terms apply of which a member's pages tell; null without any, or when the notice was put away. */
export async function termsToShow({ database, clock, terms }: AppContext, memberId: string): Promise<string | null> {
  const coming = comingTerms(terms, clock.now());
  if (!coming) return null;
  const dismissed = await database.first(findDismissedTerms, { memberId, appliesAt: new Date(coming.appliesAt) });
  return dismissed ? null : coming.appliesAt;
}
