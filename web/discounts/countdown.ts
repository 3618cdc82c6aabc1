/** Formats the seconds left as hours, minutes and seconds of two digits. */
export function formatCountdown(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
}

/** Whole seconds until `end`, both in milliseconds of the server's clock; 0 when it is over. */
export function secondsLeft(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1_000));
}
