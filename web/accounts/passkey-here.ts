import { WebAuthnAbortService, startAuthentication, startRegistration } from '@simplewebauthn/browser';

import { call } from '../call.ts';

/** How making a passkey ended: `declined` by whoever holds the device, or by the device itself; `there` if it has one. */
export type Made = 'added' | 'declined' | 'there';

/** Has this device, or one beside it, make a passkey, and adds it to the account. Throws what the server refuses. */
export async function makePasskey(proof: { password?: string } = {}): Promise<Made> {
  const asked = await call('startPasskey', proof);
  const made = await startRegistration({ optionsJSON: asked }).catch((error: unknown) => error as Error);
  if (made instanceof Error) return made.name === 'InvalidStateError' ? 'there' : 'declined';
  const { clientDataJSON, attestationObject } = made.response;
  await call('addPasskey', { id: made.id, response: { clientDataJSON, attestationObject } });
  return 'added';
}

/**
 * Logs in with a passkey that the browser asks for, or offers where names are typed, until the next such call. False when
 * none was chosen. Throws what the server refuses.
 */
export async function enterByPasskey(how: 'asked' | 'offered'): Promise<boolean> {
  // An offer that nobody asked for fails in silence; it is made again.
  const asked = await call('startPasskeyLogin').catch((error: unknown) => {
    if (how === 'asked') throw error;
  });
  if (!asked) return false;
  const signed = await startAuthentication({ optionsJSON: asked, useBrowserAutofill: how === 'offered' }).catch(
    // Declined, too late, replaced by the next call, or no passkey there: the browser has said so itself.
    () => null,
  );
  if (!signed) return false;
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = signed.response;
  await call('logInByPasskey', {
    id: signed.id,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  });
  return true;
}

/** Ends what the browser asks or offers. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}
