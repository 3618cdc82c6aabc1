import type { ErrorCode } from '../../../contract/errors.ts';

/** The database says no, once: which constraint stands for which error. Any other violation is a fault of ours (500). */
export const constraintErrors: Record<string, ErrorCode> = {
  member_emails_pkey: 'email.taken',
  member_names_pkey: 'name.taken',
  wallets_balance: 'credits.not-enough',
  likes_not_self: 'like.self',
  blocks_not_self: 'like.self',
};

/** The error code that a database error stands for, if it stands for one. */
export function codeOfConstraint(error: unknown): ErrorCode | undefined {
  const name = (error as { constraint?: unknown } | null)?.constraint;
  return typeof name === 'string' ? constraintErrors[name] : undefined;
}
