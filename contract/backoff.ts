export const longestBackoffMs = 30_000;

/** The pause before the next try: it doubles with every failure so far (from 0), up to the longest. */
export function backoffMs(failures: number, firstMs = 1_000, longestMs = longestBackoffMs): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}
