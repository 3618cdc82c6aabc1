import type { AppContext } from '../context.ts';
import { toIpNetwork, toIpSource } from '../platform/limits/addresses.ts';
import { hourMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { type AttemptLimit, scaleLimit } from '../accounts/attempt-rules.ts';
import { derivePseudonym, countAttempt, countAttempts } from '../accounts/attempts.ts';
import { deriveMailbox } from './address.ts';
import { type CountedBy, type OutgoingUse, outgoingLimits } from './outgoing-limits.data.ts';

export interface OutgoingFor {
  member?: string | undefined;
  /** An address counts as its mailbox. Stored as a keyed hash. */
  receiver?: string | undefined;
  ip?: string | undefined;
}

/** `waitMs` is 0 and the limit null if sending is allowed. */
export interface Wait {
  waitMs: number;
  by: CountedBy | null;
}

const alarm: AttemptLimit = { name: 'outgoing-alarm', max: 1, windowMs: hourMs };

/** Consumes one message from all its budgets, or from none. Logs an error, once an hour, when a shared one runs out. */
export async function consumeMailBudget(
  tx: Transaction,
  context: AppContext,
  use: OutgoingUse,
  { member, receiver, ip }: OutgoingFor,
): Promise<Wait> {
  const now = context.clock.now();
  const factor = context.config.rateLimitFactor;
  const mailbox = receiver?.includes('@') ? deriveMailbox(receiver) : receiver;
  const subjects: Record<CountedBy, string | undefined> = {
    member,
    receiver: mailbox && derivePseudonym(context, `outgoing ${mailbox}`),
    source: ip && derivePseudonym(context, toIpSource(ip)),
    network: ip && derivePseudonym(context, toIpNetwork(ip)),
    site: '',
  };
  const applying = outgoingLimits[use].filter(({ by }) => subjects[by] !== undefined);
  const attempts = await countAttempts(
    tx,
    applying.map(({ by, bySource, isShared, ...limit }) => ({
      limit: isShared ? scaleLimit(limit, factor) : limit,
      subject: subjects[by] ?? '',
      source: bySource ? (subjects.source ?? '') : '',
    })),
    now,
  );
  const refusing = applying.filter((_limit, at) => (attempts[at]?.waitMs ?? 0) > 0);
  if (refusing.length > 0)
    return { waitMs: Math.max(...attempts.map(({ waitMs }) => waitMs)), by: refusing[0]?.by ?? null };
  for (const [at, { by, name, max, windowMs }] of applying.entries()) {
    if (by !== 'site' || !attempts[at]?.isLast) continue;
    if ((await countAttempt(tx, { limit: alarm, subject: name }, now)) > 0) continue;
    const budget = { limit: name, max: max * factor, hours: windowMs / hourMs };
    tx.afterCommit(() =>
      context.log.error({ event: 'outgoing.exhausted', ...budget }, 'a budget of the whole installation is used up'),
    );
  }
  return { waitMs: 0, by: null };
}
