import type { ErrorCode } from '../../../contract/platform/errors.ts';

/** Maps a constraint to the error code of its violation. Any other violation is an unexpected error (500). */
export const constraintErrors: Record<string, ErrorCode> = {
  member_emails_pkey: 'email.taken',
  member_names_pkey: 'name.taken',
  wallets_balance: 'credits.not-enough',
  likes_not_self: 'like.self',
  blocks_not_self: 'like.self',
  payments_one_charge: 'payment.in-progress',
  payments_stored_card: 'card.not-chargeable',
};

/** The code for a violated constraint; undefined for any other error. */
export function codeOfConstraint(error: unknown): ErrorCode | undefined {
  const name = (error as { constraint?: unknown } | null)?.constraint;
  return typeof name === 'string' ? constraintErrors[name] : undefined;
}
