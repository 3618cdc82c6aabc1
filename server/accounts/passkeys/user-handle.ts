const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the user handle of a member's passkeys. */
export function toUserHandle(memberId: string): string {
  return Buffer.from(memberId).toString('base64url');
}

/** Returns the member's id in a user handle; undefined if it is malformed. */
export function parseUserHandle(userHandle: string): string | undefined {
  const memberId = Buffer.from(userHandle, 'base64url').toString();
  return idForm.test(memberId) ? memberId : undefined;
}
