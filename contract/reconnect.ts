import { closedByRestart } from './events.ts';

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;
const longestSpreadMs = 60_000;

/** Delay before attempt number `attempt` (from 0): exponential, with jitter so that clients do not reconnect at once. */
export function reconnectDelayMs(attempt: number, random: number): number {
  const longest = Math.min(firstDelayMs * 2 ** attempt, longestDelayMs);
  return Math.round(longest * (0.5 + random / 2));
}

/** Over how long a stopping node wants its clients to reconnect; 0 for any other close code. */
export function reconnectSpreadMs(code: number, reason: string): number {
  const seconds = code === closedByRestart ? Number(reason) : 0;
  return seconds > 0 ? Math.min(seconds * 1_000, longestSpreadMs) : 0;
}
