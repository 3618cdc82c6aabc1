import { randomUUID } from 'node:crypto';

import { canPay } from '../../../contract/can-pay.ts';
import { isBlank, isTooLong } from '../../../contract/text.ts';
import type { AppContext } from '../../context.ts';
import { findRelationship } from '../../members/visibility/find-relationships.ts';
import { sendBlockerOf } from '../../members/visibility/rules.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Site } from '../../platform/site.ts';
import { findSiteOfMember } from '../queries.ts';
import { pricesFor } from '../rules.ts';
import { send } from './send.ts';

/**
 * Whether a new member with so many credits could write to another. Asked in the transaction of the sign-up, so that no
 * account is opened for a message that would be lost.
 */
export async function canBegin(
  reader: Reader,
  { memberId, toId, site, credits }: { memberId: string; toId: string; site: Site; credits: number },
): Promise<boolean> {
  const relationship = await findRelationship(reader, { viewerId: memberId, otherId: toId, site });
  if (!relationship || sendBlockerOf(relationship)) return false;
  return canPay(credits, pricesFor(site.settings, relationship.fictional).message_credits);
}

/**
 * Sends the message that a member wrote while signing up, paid from their signup credits like any other. Called after
 * the commit of the sign-up, which it never fails: a refusal is logged by its code.
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
