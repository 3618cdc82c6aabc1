let factor = 1;

/** Multiplies every real-time limit, for machines where the app has to wait for the processors. */
export function setPatience(times: number): void {
  factor = times;
}

/** A real-time limit, scaled by the patience, in milliseconds. */
export function limitMs(milliseconds: number): number {
  return milliseconds * factor;
}
