import { backoffMs } from './backoff.ts';
import { closedByRestart } from './events.ts';

const longestSpreadMs = 60_000;

/** Delay before attempt number `attempt` (from 0): exponential, with jitter so that clients do not reconnect at once. */
export function reconnectDelayMs(attempt: number, random: number): number {
  return Math.round(backoffMs(attempt) * (0.5 + random / 2));
}

/** Over how long a stopping node wants its clients to reconnect; 0 for any other close code. */
export function reconnectSpreadMs(code: number, reason: string): number {
  const seconds = code === closedByRestart ? Number(reason) : 0;
  return seconds > 0 ? Math.min(seconds * 1_000, longestSpreadMs) : 0;
}
