import { randomUUID } from 'node:crypto';

import type { PushSubscription } from '../../../contract/notifications/push.ts';
import { recordChoices } from '../../accounts/record-consent.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { arePushKeys } from '../../platform/push/rules.ts';
import { beginPushes, findEndpoint, insertSubscription, listSubscriptions, claimEndpoint } from './queries.ts';
import { readPushState } from './get-push.ts';
import { dropSubscriptions, hashEndpoint } from './subscriptions.ts';

/** The most subscriptions of a member; beyond it, the oldest is dropped. */
const subscriptionsMax = 10;

/**
 * Replaces the session's subscription; an endpoint moves from any other session (specification, section 7). A renewal
 * without a subscription is ignored: browsers renew after a logout. Throws push.not-offered, push.subscription.
 */
export const addPush: Handler<'addPush'> = async ({ subscription, renewal = false }, call) => {
  const { context, member } = call;
  const { database, clock, push } = context;
  const { id: memberId, sessionHash } = member;
  must(push, 'push.not-offered');
  if (subscription !== 'denied')
    must(push.isEndpoint(subscription.endpoint) && arePushKeys(subscription.keys), 'push.subscription');
  await database.transaction(async (tx) => {
    await tx.run(beginPushes, { memberId });
    const all = await tx.all(listSubscriptions, { memberId });
    const own = all.filter(({ session_hash: session }) => session.equals(sessionHash));
    if (renewal && own.length === 0) return;
    const others = all.filter((one) => !own.includes(one));
    const isAdded = subscription !== 'denied';
    await dropSubscriptions(tx, memberId, [
      ...own,
      ...(isAdded ? others.slice(0, Math.max(0, others.length + 1 - subscriptionsMax)) : []),
    ]);
    // A repeated subscription or a browser's renewal is not the member's choice.
    if (isAdded !== own.length > 0) await recordChoices(tx, call, { [isAdded ? 'on' : 'off']: ['push'] });
    if (isAdded) await attach(tx, { memberId, sessionHash, subscription, now: clock.now() });
  });
  return readPushState(context, member);
};

async function attach(
  tx: Transaction,
  session: { memberId: MemberId; sessionHash: Buffer; subscription: PushSubscription; now: Date },
): Promise<void> {
  const { memberId, sessionHash, now } = session;
  const { endpoint, keys } = session.subscription;
  const endpointHash = hashEndpoint(endpoint);
  const before = await tx.first(findEndpoint, { endpointHash });
  const subscriptionId = randomUUID();
  await tx.run(claimEndpoint, { endpointHash, memberId, subscriptionId });
  if (before) await dropSubscriptions(tx, before.member_id, [{ subscription_id: before.subscription_id, endpoint }]);
  await tx.run(insertSubscription, { memberId, subscriptionId, sessionHash, endpoint, ...keys, now });
}
