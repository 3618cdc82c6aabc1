import { termsDate } from '../../../contract/accounts/terms.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { logConsents, placeOfCall } from '../consents/log-consents.ts';
import { lockOwnAccount } from '../sessions/sessions.ts';
import { describeAcceptedText } from './accepted-text.ts';
import { readOwnTerms } from './own-terms.ts';

/**
 * Records the member's yes or no to a material change of the terms, with the hash of its text. A repeated answer
 * changes nothing, a no can become a yes, and a yes stays. Throws terms.not-asked and session.missing.
 */
export const answerTerms: Handler<'answerTerms'> = async ({ applies_at: version, agrees }, call) => {
  const { context, member, site, log } = call;
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    await lockOwnAccount(tx, member, now);
    const { asked, agreed, declined } = await readOwnTerms(tx, context, member.id);
    if (asked === null && agrees && agreed.appliesAt === version) return;
    must(asked?.appliesAt === version, 'terms.not-asked');
    if (!agrees && declined) return;
    const date = termsDate(site.company.added, asked.appliesAt);
    const text = await describeAcceptedText(call, asked);
    const answer = { given: agrees, version: date, text, place: placeOfCall(call), now };
    await logConsents(tx, { memberId: member.id, subjects: ['terms'], way: 'page', ...answer });
    tx.afterCommit(() => {
      log.info({ event: 'terms.answered', member: member.id, version: date, agrees }, 'changed terms are answered');
    });
  });
  return { ok: true };
};
