export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** True if this device itself can store passkeys. */
export async function keepsPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
}

/** True if this browser offers passkeys in fields for usernames. */
export async function offersPasskeys(): Promise<boolean> {
  if (!hasPasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}
