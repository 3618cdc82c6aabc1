import Type from 'typebox';

import { User } from './operations.ts';
import { OwnPassword } from './access.ts';
import { DateTime, Ok, nullable } from '../platform/common.ts';
import { browsers, passkeyKeepers, systems } from './devices.ts';
import { passkeysMax } from './limits.ts';
import { defineOperation } from '../platform/operation.ts';

// WebAuthn sends its values in base64url. A credential id has at most 1,023 bytes.
const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 20_000 });
const CredentialId = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1_364 });
const keyType = Type.Literal('public-key');

const Passkey = Type.Object({
  id: CredentialId,
  keeper: nullable(Type.Enum([...passkeyKeepers])),
  browser: nullable(Type.Enum([...browsers])),
  system: nullable(Type.Enum([...systems])),
  created: DateTime,
  last_used: nullable(Type.String({ description: 'ISO 8601 in UTC, rounded down to the hour' })),
});

const CreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String(), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  challenge: Type.String(),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: keyType })),
  timeout: Type.Integer(),
  attestation: Type.Literal('none'),
  excludeCredentials: Type.Array(Type.Object({ id: CredentialId, type: keyType })),
  authenticatorSelection: Type.Object({
    residentKey: Type.Literal('required'),
    requireResidentKey: Type.Literal(true),
    userVerification: Type.Literal('required'),
  }),
});

const RequestOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.Literal('required'),
});

/** The operations of passkeys. Further fields that a browser sends are ignored. */
export const passkeysOperations = {
  listPasskeys: defineOperation({
    summary: 'Lists the passkeys of the member, oldest first.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({}),
    output: Type.Object({ passkeys: Type.Array(Passkey, { maxItems: passkeysMax }) }),
    errors: [],
    limit: 'read',
  }),
  startPasskey: defineOperation({
    summary:
      'Starts adding a passkey: returns the options for its creation on a device, valid for this session and a few minutes.',
    source: 'accounts; WebAuthn',
    audience: 'member',
    input: Type.Object({ password: OwnPassword }),
    output: CreationOptions,
    errors: ['passkey.too-many', 'login.blocked', 'password.old-wrong'],
    limit: 'passkey',
  }),
  addPasskey: defineOperation({
    summary: 'Adds the passkey that a device has created, and notifies the member by email.',
    source: 'accounts; WebAuthn',
    audience: 'member',
    input: Type.Object({
      id: CredentialId,
      response: Type.Object({ clientDataJSON: Base64Url, attestationObject: Base64Url }),
    }),
    output: Ok,
    errors: ['passkey.failed', 'passkey.too-many'],
    limit: 'passkey',
  }),
  removePasskey: defineOperation({
    summary: 'Removes a passkey, and notifies the member by email.',
    source: 'accounts',
    audience: 'member',
    input: Type.Object({ id: CredentialId, password: OwnPassword }),
    output: Ok,
    errors: ['login.blocked', 'password.old-wrong'],
    limit: 'passkey',
  }),
  startPasskeyLogin: defineOperation({
    summary:
      'Starts a login with a passkey: returns the challenge for a device to sign, valid once and for a few minutes.',
    source: 'accounts; WebAuthn',
    audience: 'anyone',
    input: Type.Object({}),
    output: RequestOptions,
    errors: [],
    limit: 'passkey',
  }),
  logInByPasskey: defineOperation({
    summary: 'Logs in with the challenge that a device has signed.',
    source: 'accounts; WebAuthn',
    audience: 'anyone',
    input: Type.Object({
      id: CredentialId,
      response: Type.Object({
        clientDataJSON: Base64Url,
        authenticatorData: Base64Url,
        signature: Base64Url,
        userHandle: Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 86 }),
      }),
    }),
    output: Type.Object({ user: User }),
    errors: ['passkey.failed', 'login.blocked', 'account.banned', 'account.pending-deletion'],
    limit: 'login',
  }),
};

export type Passkey = Type.Static<typeof Passkey>;
