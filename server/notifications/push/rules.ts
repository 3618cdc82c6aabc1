import { type PushKind, pushKinds, pushRules } from '../../../contract/notifications/notification-rules.ts';
import { after, hourMs, minuteMs } from '../../platform/clock.ts';
import { type Unseen, receivesPush, quietStart } from '../rules.ts';

/** When the last push of each kind was queued, and the time of the newest event in it; as stored. */
export type Pushed = Partial<Record<PushKind, { sentAt: string; upTo: string }>>;

/**
 * Returns the kinds with events that no push has told, and when the first of the others is due. Once the member has
 * been online since the last push of a kind, it does not have to wait.
 */
export function kindsDue(
  unseen: readonly Unseen[],
  { off, pushed, lastThere, now }: { off: readonly string[]; pushed: Pushed; lastThere: Date; now: Date },
): { kinds: PushKind[]; nextAt: Date | null } {
  const fresh = pushKinds.filter(
    (kind) =>
      receivesPush(off, kind) && unseen.some((one) => one.kind === kind && one.at > new Date(pushed[kind]?.upTo ?? 0)),
  );
  const opensAt = (kind: PushKind): Date => {
    const sentAt = new Date(pushed[kind]?.sentAt ?? 0);
    return lastThere > sentAt ? now : after(sentAt, pushRules.gapMinutes * minuteMs);
  };
  const waiting = fresh.map(opensAt).filter((at) => at > now);
  const nextAt = waiting.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
  return { kinds: fresh.filter((kind) => opensAt(kind) <= now), nextAt };
}

export function buildPushed(kinds: readonly PushKind[], unseen: readonly Unseen[], now: Date): Pushed {
  const upTo = (kind: PushKind): number =>
    Math.max(...unseen.filter((one) => one.kind === kind).map(({ at }) => at.getTime()));
  return Object.fromEntries(
    kinds.map((kind) => [kind, { sentAt: now.toISOString(), upTo: new Date(upTo(kind)).toISOString() }]),
  );
}

const secondMs = 1_000;
/** The pauses between attempts, more than an hour in total, in case a push service is down. */
const pausesMs = [30 * secondMs, 5 * minuteMs, 15 * minuteMs, 45 * minuteMs] as const;
export const triesMax = pausesMs.length + 1;
const longestWaitMs = 6 * hourMs;

/** Returns null after five attempts, or if the push service asks for more than six hours; never an earlier time. */
export function nextTryAt(tries: number, askedSeconds: number | null, now: Date): Date | null {
  const pause = pausesMs[tries - 1];
  const wait = Math.max(pause ?? 0, (askedSeconds ?? 0) * secondMs);
  return pause === undefined || wait > longestWaitMs ? null : after(now, wait);
}

const keptMs = 4 * hourMs;

/** Returns how long a push service keeps a push for an offline browser: never into the quiet hours. */
export function ttlSeconds(zone: string, now: Date): number {
  const left = quietStart(zone, now).getTime() - now.getTime();
  return Math.floor(Math.min(keptMs, left) / secondMs);
}

/** A push replaces an undelivered one of its topic. The push service reads topics, so they are meaningless. */
export const topics: Readonly<Record<PushKind, string>> = { new_messages: 'a', new_conversations: 'b', like: 'c' };
