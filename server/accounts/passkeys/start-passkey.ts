import { passkeyMinutes, passkeysMax } from '../../../contract/accounts/limits.ts';
import { minuteMs } from '../../platform/clock.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { checkOwnPassword } from '../own-password.ts';
import { deriveChallengeSession, issueChallenge, relyingParty, toUserHandle } from './challenges.ts';
import { listPasskeys } from './queries.ts';
import { algorithms } from './verify.ts';

const type = 'public-key';

/**
 * Starts to create a passkey, which shows only the username. Throws input.invalid with `password`, login.blocked, and
 * passkey.too-many.
 */
export const startPasskey: Handler<'startPasskey'> = async ({ password }, call) => {
  const { context, member, hostSite } = call;
  await checkOwnPassword(call, password, 'password');
  const rows = await context.database.all(listPasskeys, { memberId: member.id });
  must(rows.length < passkeysMax, 'passkey.too-many');
  return {
    rp: { id: relyingParty(call).id, name: hostSite.settings.mail_name },
    user: { id: toUserHandle(member.id), name: member.name, displayName: member.name },
    challenge: await issueChallenge(call, deriveChallengeSession(member)),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type })),
    timeout: passkeyMinutes * minuteMs,
    attestation: 'none',
    excludeCredentials: rows.map(({ credential_id: id }) => ({ id, type })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
};
