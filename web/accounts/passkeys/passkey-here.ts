import { WebAuthnAbortService, startAuthentication, startRegistration } from '@simplewebauthn/browser';

import { call } from '../../platform/calls/call.ts';
import type { Say } from '../../platform/sentences/sentences.tsx';
import { showToast } from '../../ui/toast.ts';

/** The outcome of creating a passkey: `declined` by the user or the device; `there` if the device already has one. */
export type Made = 'added' | 'declined' | 'there';

/** Creates a passkey on this device or a nearby one and adds it to the account. Throws the server's refusals. */
export async function makePasskey(proof: { password?: string } = {}): Promise<Made> {
  const asked = await call('startPasskey', proof);
  const made = await startRegistration({ optionsJSON: asked }).catch((error: unknown) => error as Error);
  if (made instanceof Error) return made.name === 'InvalidStateError' ? 'there' : 'declined';
  const { clientDataJSON, attestationObject } = made.response;
  await call('addPasskey', { id: made.id, response: { clientDataJSON, attestationObject } });
  return 'added';
}

/**
 * Logs in by a passkey; false if none was chosen. `offered`: in fields for usernames, until the next call. Throws the
 * server's refusals.
 */
export async function enterByPasskey(how: 'asked' | 'offered'): Promise<boolean> {
  // A failed offer stays silent, since nobody asked for it; it is repeated later.
  const asked = await call('startPasskeyLogin').catch((error: unknown) => {
    if (how === 'asked') throw error;
  });
  if (!asked) return false;
  const signed = await startAuthentication({ optionsJSON: asked, useBrowserAutofill: how === 'offered' }).catch(
    // Declined, timed out, replaced by the next call, or no passkey there: the browser has already said so.
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

/** Cancels the browser's passkey dialog or offer. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony();
}

const sentences = {
  added: 'access.passkey-added',
  declined: 'access.passkey-not-added',
  there: 'access.passkey-there',
} as const;

export function showPasskeyResult(say: Say, made: Made): void {
  showToast({ tone: made === 'added' ? 'success' : 'info', children: say(sentences[made]) });
}
