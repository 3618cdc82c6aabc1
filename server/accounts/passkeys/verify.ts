import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';

import type { Input } from '../../../contract/index.ts';

/** Ed25519, P-256 and RSA, as COSE numbers them. */
export const algorithms = [-8, -7, -257];

/** Where and for what a device was asked. */
export interface Asked {
  challenge: string;
  origin: string;
  id: string;
}

export interface MadeKey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  /** Id of the maker's model. */
  aaguid: string;
}

/** The passkey that a device has made; null if anything about it is not as asked. */
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

/** The device's counter after it has signed; null if anything about that is not as asked. */
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

/** No statement about the device was asked for. The library would follow the links of some certificates. */
function isUnattested(attestationObject: string): boolean {
  const format = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('fmt');
  return format === 'none' || format === 'packed';
}

async function orNull<Value>(verify: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await verify();
  } catch {
    // The library throws what it misses, a different error each; the answer to all of them is the same.
    return null;
  }
}
