import { randomUUID } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { findSiteOfMember } from '../queries.ts';
import { factsOf } from '../relationship.ts';
import { countCodePoints, isBlank } from '../../../contract/text.ts';
import { type Prices, barOf, pricesFor } from '../rules.ts';
import { send } from './send.ts';

/**
 * Whether a newcomer with so many credits could write to a member. Asked in the transaction of the sign-up, so that no
 * account is opened for a message that would be lost.
 */
export async function canBegin(
  reader: Reader,
  { memberId, toId, prices, credits }: { memberId: string; toId: string; prices: Prices; credits: number },
): Promise<boolean> {
  const facts = await factsOf(reader, memberId, toId);
  return facts !== undefined && !barOf(facts) && pricesFor(prices, facts.fictional).message_credits <= credits;
}

/**
 * Sends the message that somebody wrote while signing up, paid from their signup credits like any other.
 * Called after the commit of the sign-up, which it never makes fail: what goes wrong here is logged by its code.
 */
export async function sendSignupMessage(
  context: AppContext,
  { memberId, toId, text }: { memberId: string; toId: string; text: string },
): Promise<void> {
  try {
    const home = await context.database.first(findSiteOfMember, [memberId]);
    const { settings } = await context.siteOf(home?.site ?? 'default', undefined, null);
    if (isBlank(text) || countCodePoints(text) > settings.message_length) return;
    await send(
      context,
      { memberId, prices: settings },
      { operation: 'sendMessage', target: { profile: toId }, text, photo: null, gift: null, key: randomUUID() },
    );
  } catch (error) {
    const code = error instanceof Failure ? error.code : undefined;
    if (code) context.log.info({ event: 'refused', operation: 'sendSignupMessage', code }, 'refused');
    else context.log.error({ err: error }, 'the message of a sign-up was not sent');
  }
}
