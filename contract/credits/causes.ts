export const causes = [
  'signup',
  'signup_undone',
  'purchase',
  'message',
  'photo',
  'gift',
  'returned',
  'refund',
  'chargeback',
  'refund_undone',
  'chargeback_undone',
  'bonus',
] as const;

/** Each `*_undone` cause is included with the cause that it undoes. */
export const filterCauses = causes.filter(
  (cause) => cause !== 'signup_undone' && cause !== 'refund_undone' && cause !== 'chargeback_undone',
) as Exclude<Cause, 'signup_undone' | 'refund_undone' | 'chargeback_undone'>[];

/** Returns the causes that a filter includes, such as a refund and its reversal. Null without a filter. */
export function causesLike(cause: Cause | undefined): Cause[] | null {
  if (cause === undefined) return null;
  if (cause === 'signup' || cause === 'signup_undone') return ['signup', 'signup_undone'];
  if (cause === 'refund' || cause === 'refund_undone') return ['refund', 'refund_undone'];
  if (cause === 'chargeback' || cause === 'chargeback_undone') return ['chargeback', 'chargeback_undone'];
  return [cause];
}

export function isCause(text: unknown): text is Cause {
  return (causes as readonly unknown[]).includes(text);
}

export type Cause = (typeof causes)[number];
