/** Whether this browser knows passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Whether this device itself can keep one. */
export async function keepsPasskeys(): Promise<boolean> {
  return hasPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
}

/** Whether this browser offers passkeys where names are typed. */
export async function offersPasskeys(): Promise<boolean> {
  if (!hasPasskeys() || !('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable();
}
