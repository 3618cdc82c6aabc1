import { passkeyMinutes } from '../../../contract/limits.ts';
import { after, minuteMs } from '../../platform/clock.ts';
import type { Call } from '../../platform/handler.ts';
import { hashToken, newToken } from '../../platform/hash.ts';
import type { Member } from '../../platform/session.ts';
import { siteOrigin } from '../../platform/site-origin.ts';
import { insertChallenge, takeChallenge } from './queries.ts';

/**
 * Where passkeys of a call work: at the host under which its site is configured, whatever the request calls itself; the
 * site of the host, because browsers know no other.
 */
export function relyingParty({ context, hostSite, origin }: Call): { id: string; origin: string } {
  const own = siteOrigin(context, hostSite, origin);
  return { id: new URL(own).hostname, origin: own };
}

/**
 * For whom a challenge to make a passkey is: a session, and its login for as long as that proves something. Where another
 * session has ended that meanwhile, the challenge is nobody's.
 */
export function askerOf({ sessionHash, loggedInAt }: Member): Buffer {
  return loggedInAt === null ? hashToken(`without a login: ${sessionHash.toString('hex')}`) : sessionHash;
}

/** A challenge to make a passkey, for a session alone, or to log in with one, where there is no session yet. */
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

/** Uses up the challenge that a device has signed. Null if it was not issued here and for this, is too old, or was used. */
export async function useChallenge(
  call: Call,
  sessionHash: Buffer | null,
  clientDataJson: string,
): Promise<string | null> {
  const { database, clock } = call.context;
  const challenge = challengeIn(clientDataJson);
  const place = { challengeHash: hashToken(challenge), host: relyingParty(call).id, sessionHash };
  const taken = await database.transaction((tx) => tx.run(takeChallenge, { ...place, now: clock.now() }));
  return taken === 1 ? challenge : null;
}

function challengeIn(clientDataJson: string): string {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown } | null;
    return typeof data?.challenge === 'string' ? data.challenge : '';
  } catch {
    // What is no JSON names no challenge of ours.
    return '';
  }
}
