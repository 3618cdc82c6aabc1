const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a passkey calls its member. */
export function userHandleOf(memberId: string): string {
  return Buffer.from(memberId).toString('base64url');
}

/** Whom a passkey names; undefined if that is nobody's id. */
export function memberOf(userHandle: string): string | undefined {
  const memberId = Buffer.from(userHandle, 'base64url').toString();
  return idForm.test(memberId) ? memberId : undefined;
}
