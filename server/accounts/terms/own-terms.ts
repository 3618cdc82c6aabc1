import type { User } from '../../../contract/accounts/operations.ts';
import type { AppContext } from '../../context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { findDismissedTerms, listTermsAnswers } from './queries.ts';
import { type OwnTerms, comingTerms, deriveOwnTerms, termsToShow } from './rules.ts';

/** Reads from the log of consents which terms bind the member, and which wait for an answer. */
export async function readOwnTerms(
  reader: Reader,
  { terms, clock }: Pick<AppContext, 'terms' | 'clock'>,
  memberId: MemberId,
): Promise<OwnTerms> {
  const answers = terms.length === 1 ? [] : await reader.all(listTermsAnswers, { memberId });
  const known = answers.map(({ version, given }) => ({ version: version ?? '', given: given ?? true }));
  return deriveOwnTerms(terms, known, clock.now());
}

/** Queues the refund of unused, bought credits if the contract that ends is one whose changes the member refused. */
export async function queuePayBack(tx: Transaction, context: AppContext, memberId: MemberId): Promise<void> {
  const { refused } = await readOwnTerms(tx, context, memberId);
  if (refused) await context.jobs.add(tx, 'pay-back-unused', { member_id: memberId });
}

type UserTerms = Pick<User, 'terms_own' | 'terms_agreed' | 'terms_asked' | 'terms_declined' | 'terms_coming'>;

/** Returns the terms of the logged-in user. */
export async function readUserTerms(context: AppContext, memberId: MemberId): Promise<UserTerms> {
  const { database, clock, terms } = context;
  const now = clock.now();
  const own = await readOwnTerms(database, context, memberId);
  const shown = termsToShow(own, comingTerms(terms, now));
  const dismissed =
    shown && (await database.first(findDismissedTerms, { memberId, appliesAt: new Date(shown.version.appliesAt) }));
  const isHidden = !!dismissed?.dismissed_at && shown?.isHidden(dismissed.dismissed_at, now);
  return {
    terms_own: own.own.appliesAt,
    terms_agreed: own.agreed.appliesAt,
    terms_asked: own.asked?.appliesAt ?? null,
    terms_declined: own.declined,
    terms_coming: shown && !isHidden ? shown.version.appliesAt : null,
  };
}
