import { passkeyMinutes } from '../../../contract/accounts/limits.ts';
import { minuteMs } from '../../platform/clock.ts';
import type { Handler } from '../../platform/handler.ts';
import { issueChallenge, relyingParty } from './challenges.ts';

/** Begins a login with any member's passkey: the device finds those of the host. */
export const startPasskeyLogin: Handler<'startPasskeyLogin'> = async (_input, call) => {
  const challenge = await issueChallenge(call, null);
  return { challenge, rpId: relyingParty(call).id, timeout: passkeyMinutes * minuteMs, userVerification: 'required' };
};
