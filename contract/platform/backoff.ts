export const longestBackoffMs = 30_000;

/** Returns the pause before the next attempt in ms: `firstMs` doubled once for each failure, at most `longestMs`. */
export function backoffMs(failures: number, firstMs = 1_000, longestMs = longestBackoffMs): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}
