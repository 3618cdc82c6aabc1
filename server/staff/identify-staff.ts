import type { Staff } from './staff.ts';

/** What the operating system says of who runs a command, and what its environment adds. */
export interface Login {
  /** The real user of the process. */
  account: { uid: number; username: string };
  /** Set by sudo; anybody but root can make it up. */
  sudoUser: string | undefined;
  /** `DESK_USER`. */
  deskUser: string | null;
}

/**
 * Who acts at the desk: the account of the machine. Root is nobody in particular, but can be anybody anyway, so its word is
 * taken: for root it is the account that called sudo, or else whoever `DESK_USER` names, as in a container, where there is
 * no account for each person. Nobody else acts under another name than their account's. Throws where nobody is named.
 */
export function identifyStaff({ account: { uid, username }, sudoUser, deskUser }: Login): Staff {
  const named = deskUser === null ? undefined : identityOf(deskUser);
  const own = identityOf(uid === 0 ? (sudoUser ?? '') : username);
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

/** The form in which identities are compared and kept; undefined for what names nobody. */
export function identityOf(name: string): string | undefined {
  const form = name.trim().normalize('NFKC').toLowerCase();
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.@\\$+-]{0,63}$/u.test(form) ? form : undefined;
}
