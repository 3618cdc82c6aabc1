import { createHash } from 'node:crypto';

import type { Database, Transaction } from '../../platform/database/database.ts';
import {
  type SubscriptionRow,
  deleteEndpoint,
  deleteSubscriptions,
  findEndpoint,
  listSubscriptions,
  moveSubscriptions,
} from './queries.ts';

export type KnownSubscription = Pick<SubscriptionRow, 'subscription_id' | 'endpoint'>;

/** Hashes an endpoint, which is a secret of the browser. The hash does not allow pushing. */
export function hashEndpoint(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest();
}

export async function dropSubscriptions(
  tx: Transaction,
  memberId: MemberId,
  subscriptions: readonly KnownSubscription[],
): Promise<void> {
  if (subscriptions.length === 0) return;
  const subscriptionIds = subscriptions.map(({ subscription_id: id }) => id);
  await Promise.all([
    tx.run(deleteSubscriptions, { memberId, subscriptionIds }),
    ...subscriptions.map(({ subscription_id: subscriptionId, endpoint }) =>
      tx.run(deleteEndpoint, { endpointHash: hashEndpoint(endpoint), subscriptionId }),
    ),
  ]);
}

/** Removes the subscriptions whose session hash `ends` accepts. Returns their number. */
export async function endPushes(
  tx: Transaction,
  memberId: MemberId,
  ends: (session: Buffer) => boolean,
): Promise<number> {
  const all = await tx.all(listSubscriptions, { memberId });
  const ended = all.filter(({ session_hash: session }) => ends(session));
  await dropSubscriptions(tx, memberId, ended);
  return ended.length;
}

/** Moves subscriptions to a new session. Both tokens are given as hashes. */
export async function movePushes(
  tx: Transaction,
  memberId: MemberId,
  moved: { from: Buffer; to: Buffer },
): Promise<void> {
  await tx.run(moveSubscriptions, { memberId, ...moved });
}

/** True if the endpoint is still the member's: another may have logged in on that browser. */
export async function ownsEndpoint(
  database: Pick<Database, 'first'>,
  { subscription_id: id, endpoint }: KnownSubscription,
): Promise<boolean> {
  const owner = await database.first(findEndpoint, { endpointHash: hashEndpoint(endpoint) });
  return owner?.subscription_id === id;
}
