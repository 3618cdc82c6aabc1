import { lowestId } from '../../../contract/platform/id.ts';
import type { AppContext } from '../../context.ts';
import { publishBalance } from '../../credits/balance.ts';
import { lockWallets, returnCredits } from '../../credits/wallets.ts';
import { reclaimWaived } from '../../payments/withdrawal/confirm-withdrawal.ts';
import { after, dayMs, hourMs, minuteMs } from '../../platform/clock.ts';
import { findSiteOfMember } from '../queries.ts';
import { toLedgerCause } from '../rules.ts';
import {
  type UnreturnedSide,
  forgetGone,
  listGone,
  listUnopened,
  findReturnProgress,
  hasUnreturned,
  listUnreturned,
  listMemberUnreturned,
  lockUnreturned,
  setReturned,
  setReturnProgress,
} from './queries.ts';

const goneMax = 100;
const sidesMax = 200;
const messagesMax = 200;
const lookedAtOnceMs = 6 * hourMs;

/** Gives back the credits of messages whose receiver was banned or deleted before opening them. Runs every minute. */
export async function returnMessagesToGone(context: AppContext): Promise<void> {
  const { database, clock } = context;
  for (const { member_id: memberId } of await database.all(listGone, { limit: goneMax })) {
    await returnMessagesTo(context, memberId);
    const before = after(clock.now(), -minuteMs);
    await database.transaction((tx) => tx.run(forgetGone, { memberId, before }));
  }
}

export async function returnMessagesTo(context: AppContext, memberId: MemberId): Promise<void> {
  for (let conversation: string | undefined = lowestId; conversation !== undefined;) {
    const range = { memberId, after: conversation, limit: sidesMax };
    const sides: UnreturnedSide[] = await context.database.all(listMemberUnreturned, range);
    for (const side of sides) await returnSide(context, side, context.clock.now());
    conversation = sides[sidesMax - 1]?.conversation_id;
  }
}

/**
 * Gives back the credits of messages unopened for `unread_return_days` of the sender's site. Runs every hour, and
 * checks those due since the last run. The run after a settings change only records it; the next one checks everything,
 * once no node caches the old settings.
 */
export async function returnUnopened(context: AppContext): Promise<void> {
  const { database, clock } = context;
  const progress = await database.first(findReturnProgress);
  const settings = progress?.settings ?? {};
  const periods = [...new Set(Object.values(settings))].filter((days) => days > 0);
  if (!progress || periods.length === 0) return;
  const recordProgress = (until: Date) => database.transaction((tx) => tx.run(setReturnProgress, { settings, until }));
  if (progress.looked_until === null) return void (await recordProgress(progress.began));
  const now = clock.now();
  const daysOfSites = new Map<string, number>();
  for (let from = progress.looked_until; from < now;) {
    const until: Date = new Date(Math.min(now.getTime(), from.getTime() + lookedAtOnceMs));
    for (const days of periods) {
      const sent = { from: after(from, -days * dayMs), until: after(until, -days * dayMs) };
      for (const side of await database.all(listUnreturned, sent)) await returnDue(context, side, daysOfSites, now);
    }
    await recordProgress(until);
    from = until;
  }
}

async function returnDue(context: AppContext, side: UnreturnedSide, known: Map<string, number>, now: Date) {
  const { database, sites } = context;
  const { member_id: memberId, conversation_id: conversationId, other_id: senderId } = side;
  if (!(await database.first(hasUnreturned, { memberId, conversationId }))) return;
  const site = (await database.first(findSiteOfMember, { memberId: senderId }))?.site ?? 'default';
  const days = known.get(site) ?? (await sites.ofMember(site, null)).settings.unread_return_days;
  known.set(site, days);
  if (days > 0) await returnSide(context, side, after(now, -days * dayMs));
}

/** Returns the credits of one side. If its receiver opens the messages at the same moment, the row lock decides. */
async function returnSide(context: AppContext, side: UnreturnedSide, until: Date): Promise<void> {
  const { member_id: memberId, conversation_id: conversationId, other_id: senderId } = side;
  let looked: number;
  do {
    looked = await context.database.transaction(async (tx) => {
      await lockWallets(tx, [senderId]);
      const locked = await tx.first(lockUnreturned, { memberId, conversationId });
      const above = locked?.from_seq ?? 0;
      if (!locked || above >= locked.last_seq) return 0;
      const range = { conversationId, above, senderId, until, served: locked.served, limit: messagesMax };
      const messages = await tx.all(listUnopened, range);
      const last = messages.at(-1);
      if (!last) return 0;
      const now = context.clock.now();
      const paid = messages.filter(({ credits }) => credits > 0);
      for (const { message_id: causeId, kind, idempotency_key: key } of paid)
        await returnCredits(tx, { memberId: senderId, cause: toLedgerCause(kind), causeId, key, now });
      await tx.run(setReturned, { memberId, conversationId, seq: last.seq });
      if (paid.length > 0) {
        await reclaimWaived(tx, senderId, now);
        publishBalance(context, tx, senderId);
      }
      return messages.length;
    });
  } while (looked === messagesMax);
}
