/** Priorities of jobs; the lowest of the due ones runs first, by default 0. A test compares `platform/README.md`. */
export const importance = {
  /** Emails about an account: a member waits for them, or has limited time to undo what somebody else did. */
  account: 0,
  /** Emails about purchases, withdrawals, complaints and measures. */
  letter: 2,
  push: 5,
  terms: 8,
  notice: 10,
  digest: 20,
  export: 30,
} as const;
