import { passkeyMinutes } from '../../../contract/accounts/limits.ts';
import { after, minuteMs } from '../../platform/clock.ts';
import type { Call } from '../../platform/handler.ts';
import { hashToken, newToken } from '../../platform/hash.ts';
import type { Member } from '../../platform/session.ts';
import { siteOrigin } from '../../platform/site-origin.ts';
import { insertChallenge, popChallenge } from './queries.ts';

/**
 * Returns where passkeys work: at the configured host of the host's site, not the member's, because browsers know only
 * the host.
 */
export function relyingParty({ context, hostSite, origin }: Call): { id: string; origin: string } {
  const own = siteOrigin(context, hostSite, origin);
  return { id: new URL(own).hostname, origin: own };
}

/**
 * Derives the session for which a challenge is valid. It changes once another session has ended what its login proves,
 * so that no older challenge matches.
 */
export function deriveChallengeSession({ sessionHash, loggedInAt }: Member): Buffer {
  return loggedInAt === null ? hashToken(`without a login: ${sessionHash.toString('hex')}`) : sessionHash;
}

/** Issues a challenge to make a passkey in one session, or, without a session, to log in with one. */
export async function issueChallenge(call: Call, sessionHash: Buffer | null): Promise<string> {
  const { database, clock } = call.context;
  const challenge = newToken();
  await database.transaction((tx) =>
    tx.run(insertChallenge, {
      challengeHash: hashToken(challenge),
      host: relyingParty(call).id,
      sessionHash,
      expiresAt: after(clock.now(), passkeyMinutes * minuteMs),
    }),
  );
  return challenge;
}

/** Uses up a challenge; null if it was issued elsewhere or for another purpose, has expired or was used. */
export async function useChallenge(
  call: Call,
  sessionHash: Buffer | null,
  clientDataJson: string,
): Promise<string | null> {
  const { database, clock } = call.context;
  const challenge = challengeIn(clientDataJson);
  const place = { challengeHash: hashToken(challenge), host: relyingParty(call).id, sessionHash };
  const taken = await database.transaction((tx) => tx.run(popChallenge, { ...place, now: clock.now() }));
  return taken === 1 ? challenge : null;
}

function challengeIn(clientDataJson: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown } | null;
    return typeof data?.challenge === 'string' ? data.challenge : '';
  } catch {
    return '';
  }
}

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function toUserHandle(memberId: MemberId): string {
  return Buffer.from(memberId).toString('base64url');
}

/** Returns undefined if it is malformed. */
export function parseUserHandle(userHandle: string): string | undefined {
  const memberId = Buffer.from(userHandle, 'base64url').toString();
  return idForm.test(memberId) ? memberId : undefined;
}
