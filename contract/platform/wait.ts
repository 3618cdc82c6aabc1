const minuteSeconds = 60;
const hourSeconds = 3_600;

/** A unit is used up to 1.5 of the next unit: 90 seconds are shown as seconds, 91 as two minutes. */
const longestIn = 1.5;

/** Replaces `retry_after` (seconds) with `wait` and `wait_unit`, rounded up: nobody is told to wait 3,600 seconds. */
export function withWait(values: Record<string, unknown>): Record<string, unknown> {
  const seconds = values['retry_after'];
  if (typeof seconds !== 'number') return values;
  if (seconds <= longestIn * minuteSeconds) return { ...values, wait: seconds, wait_unit: 'seconds' };
  if (seconds <= longestIn * hourSeconds)
    return { ...values, wait: Math.ceil(seconds / minuteSeconds), wait_unit: 'minutes' };
  return { ...values, wait: Math.ceil(seconds / hourSeconds), wait_unit: 'hours' };
}
