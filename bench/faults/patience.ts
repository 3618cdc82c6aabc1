let factor = 1;

/** Multiplies every limit of real time: on a machine with other work, the app waits for the processors. */
export function setPatience(times: number): void {
  factor = times;
}

/** A limit of real time in milliseconds. */
export function limitMs(milliseconds: number): number {
  return milliseconds * factor;
}
