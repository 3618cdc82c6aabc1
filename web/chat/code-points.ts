/** Length as the server counts it: code points, so that a letter beyond the basic plane counts once. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _sign of text) count += 1;
  return count;
}

/** Whether there is nothing to read: only spaces and signs that are not drawn. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Z}\p{Cc}\p{Cf}]*$/u.test(text);
}
