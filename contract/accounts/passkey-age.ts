import { hourMs } from '../platform/calendar.ts';
import { passkeyProofHours } from './limits.ts';

/** True if a passkey replaces the password: by then its owner had time to remove one that somebody else added. */
export function isPasskeyOld(created: Date, now: Date): boolean {
  return now.getTime() - created.getTime() >= passkeyProofHours * hourMs;
}
