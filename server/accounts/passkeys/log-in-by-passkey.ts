import type { Input } from '../../../contract/index.ts';
import { isPasskeyOld } from '../../../contract/accounts/passkey-age.ts';
import type { Call, Handler } from '../../platform/handler.ts';
import { type Proof, completeLogin, checkLogin, loginFailure } from '../check-login.ts';
import { loginAttempt } from '../login-attempts.ts';
import { findAccount } from '../queries.ts';
import { parseUserHandle, relyingParty, useChallenge } from './challenges.ts';
import { findPasskey, usePasskey } from './queries.ts';
import { verifySigned } from './verify.ts';

/**
 * Logs in with a passkey, under the per-source limits of the password login. Throws passkey.failed, login.blocked with
 * the minutes left, and account.banned and account.pending-deletion only with a passkey of the account.
 */
export const logInByPasskey: Handler<'logInByPasskey'> = async (input, call) => {
  const { context } = call;
  const challenge = await useChallenge(call, null, input.response.clientDataJSON);
  if (challenge === null) throw loginFailure('passkey.failed', null);
  const memberId = parseUserHandle(input.response.userHandle);
  const found = memberId && (await context.database.first(findAccount, { memberId }));
  const account = found && found.status !== 'deleted' ? found : undefined;
  const login = `passkey ${input.id}`;
  const attempt = loginAttempt(context, { login, ip: call.ip, memberId: account?.member_id });
  const proof = buildProof(call, input, challenge, account?.member_id);
  return completeLogin(call, await checkLogin(call, attempt, account, proof), proof);
};

function buildProof(
  call: Call,
  input: Input<'logInByPasskey'>,
  challenge: string,
  memberId: MemberId | undefined,
): Proof {
  const { database, clock } = call.context;
  let counter: number | null = null;
  let isOld = false;
  return {
    failed: 'passkey.failed',
    byPasskey: () => isOld,
    isGuessable: false,
    fits: async (mayTry) => {
      if (!mayTry || memberId === undefined) return false;
      const stored = await database.first(findPasskey, { memberId, credentialId: input.id });
      if (!stored) return false;
      const key = { publicKey: stored.public_key, counter: stored.counter };
      counter = await verifySigned(input, { challenge, ...relyingParty(call) }, key);
      isOld = isPasskeyOld(stored.created_at, clock.now());
      return counter !== null;
    },
    // If two copies sign at the same time, the second fails; so does a passkey that was removed meanwhile.
    stillFits: async (tx, { member_id: ofMember }) =>
      counter !== null &&
      (await tx.run(usePasskey, { memberId: ofMember, credentialId: input.id, counter, now: clock.now() })) === 1,
  };
}
