import { randomUUID } from 'node:crypto';

import { canPay } from '../../../contract/credits/can-pay.ts';
import { isTooLong } from '../../../contract/chat/message-text.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import type { AppContext } from '../../context.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { findSendBlocker } from '../../members/visibility/rules.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Site } from '../../platform/site.ts';
import { findSiteOfMember } from '../queries.ts';
import { pricesFor } from '../rules.ts';
import { send } from './send.ts';

/**
 * True if a new member could write to `toId`. Asked in the transaction of the sign-up, so that no account is opened for
 * a message that would be refused.
 */
export async function canBegin(
  reader: Reader,
  { memberId, toId, site, credits }: { memberId: string; toId: string; site: Site; credits: number },
): Promise<boolean> {
  const relationship = await findRelationship(reader, { viewerId: memberId, otherId: toId, site });
  if (!relationship || findSendBlocker(relationship)) return false;
  return canPay(credits, pricesFor(site.settings, relationship.fictional).message_credits);
}

/**
 * Sends the message that a member wrote during sign-up, paid from their start credits. Runs after the commit and never
 * fails the sign-up: a refusal is logged with its code.
 */
export async function sendSignupMessage(
  context: AppContext,
  { memberId, toId, text }: { memberId: string; toId: string; text: string },
): Promise<void> {
  try {
    const home = await context.database.first(findSiteOfMember, { memberId });
    const site = await context.sites.ofMember(home?.site ?? 'default', null);
    if (isBlank(text) || isTooLong(text, site.settings)) return;
    const content = { target: { profile: toId }, text, photo: null, gift: null, foothold: null };
    await send(context, { memberId, site, operation: 'sendMessage', ...content, key: randomUUID() });
  } catch (error) {
    const code = error instanceof Failure ? error.code : undefined;
    if (code) context.log.info({ event: 'refused', operation: 'sendSignupMessage', code }, 'refused');
    else context.log.error({ err: error }, 'the message of a sign-up was not sent');
  }
}
