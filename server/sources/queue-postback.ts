import { randomUUID } from 'node:crypto';

import type { AppContext } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { findNetwork, findSource, insertPostback } from './queries.ts';
import { type Act, networkName, urlFor } from './rules.ts';

/** An act of a member, and its price in minor units. */
interface MemberAct {
  memberId: MemberId;
  act: Act;
  price?: { amount: number; currency: string };
}

/** Queues the postback of an act in the act's transaction, once per member, if the network is told of this act. */
export async function queuePostback(
  { clock, jobs }: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  { memberId, act, price }: MemberAct,
): Promise<void> {
  const source = await tx.first(findSource, { memberId });
  const name = networkName(source?.tracking);
  const network = name === undefined ? undefined : await tx.first(findNetwork, { name });
  if (!source || !network || urlFor(network, act) === null) return;
  // The account is older than the network, and its address is confirmed only now.
  if (act === 'sign-up' && source.signup_at < network.added_at) return;
  const row = { memberId, act, postbackId: randomUUID(), network: network.name, now: clock.now() };
  const isNew = await tx.run(insertPostback, {
    ...row,
    amount: price?.amount ?? null,
    currency: price?.currency ?? null,
  });
  if (isNew === 1) await jobs.add(tx, 'send-postback', { member_id: memberId, act });
}
