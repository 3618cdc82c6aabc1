import { activationMailsPerDay, loginAttemptsMax, loginBlockMinutes, resetMailsPerDay } from '../../contract/limits.ts';
import { after, dayMs, hourMs, minuteMs } from '../platform/clock.ts';

/** At most `max` attempts in any stretch of `windowMs`; with `blockMs`, the last one shuts the limit for that long. */
export interface AttemptLimit {
  name: string;
  max: number;
  windowMs: number;
  blockMs?: number;
}

/** The attempts that still count, and until when the limit is shut. */
export interface Attempts {
  happened_at: readonly Date[];
  blocked_until: Date | null;
}

/** Wrong passwords for one account from one address. */
export const loginLimit: AttemptLimit = {
  name: 'login',
  max: loginAttemptsMax,
  windowMs: loginBlockMinutes * minuteMs,
  blockMs: loginBlockMinutes * minuteMs,
};

export const resetMailLimit: AttemptLimit = { name: 'reset-mail', max: resetMailsPerDay, windowMs: dayMs };

export const activationMailLimit: AttemptLimit = {
  name: 'activation-mail',
  max: activationMailsPerDay,
  windowMs: dayMs,
};

/** Answers that tell whether somebody has an account: by address of the caller, its network, and the one asked about. */
export const probeLimits = {
  address: { name: 'probe-address', max: 5, windowMs: hourMs },
  network: { name: 'probe-network', max: 20, windowMs: dayMs },
  account: { name: 'probe-account', max: 3, windowMs: dayMs },
} as const satisfies Record<string, AttemptLimit>;

/** Milliseconds until an attempt is left; 0 when there is one. */
export function waitOf(state: Attempts, limit: AttemptLimit, now: Date): number {
  const shut = state.blocked_until ? state.blocked_until.getTime() - now.getTime() : 0;
  const counting = recent(state, limit, now);
  const oldest = counting.at(-limit.max);
  const full = oldest ? after(oldest, limit.windowMs).getTime() - now.getTime() : 0;
  return Math.max(shut, full, 0);
}

/** The state after one more attempt, or how long to wait when none is left. */
export function afterAttempt(
  state: Attempts,
  limit: AttemptLimit,
  now: Date,
): { state: Attempts; waitMs: number; endsAt: Date } {
  const waitMs = waitOf(state, limit, now);
  const endsAt = after(now, Math.max(limit.windowMs, limit.blockMs ?? 0));
  if (waitMs > 0) return { state, waitMs, endsAt };
  const counting = [...recent(state, limit, now), now];
  // Who was shut out starts anew afterwards: the block is the punishment, not the window after it.
  if (limit.blockMs !== undefined && counting.length >= limit.max)
    return { state: { happened_at: [], blocked_until: after(now, limit.blockMs) }, waitMs: 0, endsAt };
  return { state: { happened_at: counting, blocked_until: null }, waitMs: 0, endsAt };
}

function recent(state: Attempts, limit: AttemptLimit, now: Date): Date[] {
  const since = now.getTime() - limit.windowMs;
  return state.happened_at.filter((at) => at.getTime() > since).sort((a, b) => a.getTime() - b.getTime());
}

/** The limit widened for demo and load tests, as the general limits are. */
export function widen(limit: AttemptLimit, factor: number): AttemptLimit {
  return { ...limit, max: limit.max * factor };
}

/** Where an address belongs: itself for IPv4 and the first 64 bits of IPv6, which one line has to itself. */
export function placeOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? groupsOf(plain).slice(0, 4).join(':') : plain;
}

/** The network of an address: /24 of IPv4, /48 of IPv6. */
export function networkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? groupsOf(plain).slice(0, 3).join(':') : plain.split('.').slice(0, 3).join('.');
}

function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0') : [];
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}
