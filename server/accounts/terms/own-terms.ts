import type { User } from '../../../contract/accounts/operations.ts';
import type { AppContext } from '../../context.ts';
import type { Reader, Transaction } from '../../platform/database/database.ts';
import { listTermsAnswers } from './queries.ts';
import { type OwnTerms, type TermsAnswer, comingTerms, deriveOwnTerms, termsToShow } from './rules.ts';

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

/** Derives the terms of the logged-in user. `dismissed` has the announcements that they closed, in ISO 8601. */
export function deriveUserTerms(
  { terms, clock }: Pick<AppContext, 'terms' | 'clock'>,
  answers: readonly TermsAnswer[],
  dismissed: readonly { applies_at: string; dismissed_at: string }[],
): UserTerms {
  const now = clock.now();
  const own = deriveOwnTerms(terms, answers, now);
  const shown = termsToShow(own, comingTerms(terms, now));
  const closed = dismissed.find(({ applies_at: at }) => Date.parse(at) === Date.parse(shown?.version.appliesAt ?? ''));
  const isHidden = closed !== undefined && shown?.isHidden(new Date(closed.dismissed_at), now);
  return {
    terms_own: own.own.appliesAt,
    terms_agreed: own.agreed.appliesAt,
    terms_asked: own.asked?.appliesAt ?? null,
    terms_declined: own.declined,
    terms_coming: shown && !isHidden ? shown.version.appliesAt : null,
  };
}
