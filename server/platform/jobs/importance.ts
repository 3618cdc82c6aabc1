/**
 * What runs first of the jobs that are due, by the numbers of the queue: the lowest. A job that names none has 0. The
 * table in `server/platform/README.md` is compared with it.
 */
export const importance = {
  /** E-mails about an account: somebody waits for one, or has so long to undo what somebody else did. */
  account: 0,
  /** E-mails about what somebody bought, took back or complained of. */
  letter: 2,
  push: 5,
  terms: 8,
  notice: 10,
  digest: 20,
  export: 30,
} as const;
