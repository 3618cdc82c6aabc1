const minuteSeconds = 60;
const hourSeconds = 3_600;

/** For how long the units are used: 90 seconds are said as seconds, 91 as two minutes. */
const longestIn = 1.5;

/**
 * Values of an error's sentence, with the seconds of `retry_after` as `wait` in the unit `wait_unit`, rounded up, so that
 * nobody is asked to wait for 3,600 seconds.
 */
export function withWait(values: Record<string, unknown>): Record<string, unknown> {
  const seconds = values['retry_after'];
  if (typeof seconds !== 'number') return values;
  if (seconds <= longestIn * minuteSeconds) return { ...values, wait: seconds, wait_unit: 'seconds' };
  if (seconds <= longestIn * hourSeconds)
    return { ...values, wait: Math.ceil(seconds / minuteSeconds), wait_unit: 'minutes' };
  return { ...values, wait: Math.ceil(seconds / hourSeconds), wait_unit: 'hours' };
}
