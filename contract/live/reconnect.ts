import { backoffMs } from '../platform/backoff.ts';
import { closedByRestart } from '../events.ts';

const longestSpreadMs = 60_000;

/**
 * Computes the delay before attempt number `attempt` (from 0): exponential, with jitter so that reconnects spread out.
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  return Math.round(backoffMs(attempt) * (0.5 + random / 2));
}

/** Returns the time over which a stopping node spreads its clients' reconnects, in ms; 0 for any other close code. */
export function reconnectSpreadMs(code: number, reason: string): number {
  const seconds = code === closedByRestart ? Number(reason) : 0;
  return seconds > 0 ? Math.min(seconds * 1_000, longestSpreadMs) : 0;
}
