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

/** What identifies a subscription, with what belongs to it in the lookup of endpoints. */
export type KnownSubscription = Pick<SubscriptionRow, 'subscription_id' | 'endpoint'>;

/** An endpoint is a secret of its browser: whoever reads the lookup alone can push to none. */
export function hashEndpoint(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest();
}

export async function dropSubscriptions(
  tx: Transaction,
  memberId: string,
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

/** Ends the pushes of a member's sessions that `ends` names by the hash of the session; says how many there were. */
export async function endPushes(
  tx: Transaction,
  memberId: string,
  ends: (session: Buffer) => boolean,
): Promise<number> {
  const all = await tx.all(listSubscriptions, { memberId });
  const ended = all.filter(({ session_hash: session }) => ends(session));
  await dropSubscriptions(tx, memberId, ended);
  return ended.length;
}

/** The pushes of a session, by the hash of its token, belong to its new token. */
export async function movePushes(
  tx: Transaction,
  memberId: string,
  moved: { from: Buffer; to: Buffer },
): Promise<void> {
  await tx.run(moveSubscriptions, { memberId, ...moved });
}

/** Whether an endpoint still belongs to a subscription: somebody else may have logged in there. */
export async function ownsEndpoint(
  database: Pick<Database, 'first'>,
  { subscription_id: id, endpoint }: KnownSubscription,
): Promise<boolean> {
  const owner = await database.first(findEndpoint, { endpointHash: hashEndpoint(endpoint) });
  return owner?.subscription_id === id;
}
