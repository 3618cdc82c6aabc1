import type { AppContext } from '../context.ts';
import { startCreditsAtOnce, settleStartCredits } from '../credits/start-credits.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Call } from '../platform/handler.ts';
import { derivePseudonym } from './attempts.ts';
import { deriveMailbox } from './email-rules.ts';
import { lockAccount } from './queries.ts';

type Place = Pick<Call, 'context' | 'site'>;

/** Identifies a mailbox that holds start credits. A discreet site keeps its members apart. */
function holderOf({ context, site }: Place, email: string): string {
  const place = site.settings.account_discretion ? site.key : '';
  return derivePseudonym(context, `start-credits ${place} ${deriveMailbox(email)}`);
}

/** Returns the start credits of a new account with an unconfirmed address. */
export function startCreditsFor(tx: Transaction, place: Place, email: string): Promise<number> {
  const now = place.context.clock.now();
  return startCreditsAtOnce(tx, { holder: holderOf(place, email), credits: place.site.settings.signup_credits, now });
}

/** Decides whether an account keeps its start credits. Call it in the confirming transaction, before confirming. */
export async function settleStart(tx: Transaction, context: AppContext, memberId: string): Promise<void> {
  const account = await tx.first(lockAccount, { memberId });
  // A second link, such as that of a reset, confirms nothing more.
  if (!account || account.confirmed) return;
  const site = await context.sites.ofMember(account.site, null);
  const holder = holderOf({ context, site }, account.email);
  const credits = site.settings.signup_credits;
  await settleStartCredits(tx, context, { memberId, holder, credits, now: context.clock.now() });
}
