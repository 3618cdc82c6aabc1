import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';

import type { Input } from '../../../contract/index.ts';

/** The accepted signature algorithms, Ed25519, P-256 and RSA, as COSE numbers them. */
export const algorithms = [-8, -7, -257];

export interface Asked {
  challenge: string;
  origin: string;
  id: string;
}

export interface MadeKey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  /** Id of the authenticator model. */
  aaguid: string;
}

/** Returns null if anything is not as expected. */
export async function verifyMade(
  { id, response }: Input<'addPasskey'>,
  { challenge, origin, id: rpId }: Asked,
): Promise<MadeKey | null> {
  return orNull(async () => {
    if (!isUnattested(response.attestationObject)) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo?.credential.id !== id) return null;
    const { credential, aaguid } = registrationInfo;
    return {
      credentialId: id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      aaguid,
    };
  });
}

/** Returns the device's new counter; null if anything is not as expected. */
export async function verifySigned(
  { id, response }: Input<'logInByPasskey'>,
  { challenge, origin, id: rpId }: Asked,
  stored: { publicKey: Buffer; counter: number },
): Promise<number | null> {
  return orNull(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: new Uint8Array(stored.publicKey), counter: stored.counter },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

/**
 * True if the passkey comes without a foreign attestation: we request none, and for others the library would fetch
 * links in certificates.
 */
function isUnattested(attestationObject: string): boolean {
  const format = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('fmt');
  return format === 'none' || format === 'packed';
}

async function orNull<Value>(verify: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await verify();
  } catch {
    // The library throws a different error for each fault; all get the same response.
    return null;
  }
}
