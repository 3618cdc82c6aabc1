import type { Staff } from './staff.ts';

/** What the operating system and the environment say about the user who runs a command. */
export interface Login {
  /** The real user of the process. */
  account: { uid: number; username: string };
  /** Set by sudo; only for root is it trusted, because anyone else can make it up. */
  sudoUser: string | undefined;
  /** `DESK_USER`. */
  deskUser: string | null;
}

/**
 * Identifies the staff member at the desk by their account on the machine. Root names nobody, but could pose as
 * anybody, so it is trusted: it acts as the account that called sudo, or else as `DESK_USER`, as in a container without
 * personal accounts. Everybody else acts under their own account. Throws if no person can be identified.
 */
export function identifyStaff({ account: { uid, username }, sudoUser, deskUser }: Login): Staff {
  const named = deskUser === null ? undefined : parseIdentity(deskUser);
  const own = parseIdentity(uid === 0 ? (sudoUser ?? '') : username);
  if (own !== undefined && own !== 'root') {
    if (named !== undefined && named !== own)
      throw new Error(`DESK_USER names ${named}, but you are ${own} on this machine. Use your own account.`);
    return { who: own, account: username };
  }
  if (uid === 0 && named !== undefined && named !== 'root') return { who: named, account: username };
  throw new Error(
    'The desk has to know who acts. Use an account of your own on this machine, or sudo from it; where there is only root, as in a container, set DESK_USER.',
  );
}

/** Normalizes a name for comparison and storage; undefined if it is not a valid identity. */
export function parseIdentity(name: string): string | undefined {
  const form = name.trim().normalize('NFKC').toLowerCase();
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.@\\$+-]{0,63}$/u.test(form) ? form : undefined;
}
