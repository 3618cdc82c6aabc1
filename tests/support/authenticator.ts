import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

import type { Input, Output } from '../../contract/index.ts';

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };
const verified = flags.present | flags.verified;

/** Deviations from the request, by a device or an attacker who imitates one. */
interface Changes {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  verified?: boolean;
}

type SignChanges = Changes & { id?: string; userHandle?: string; counter?: number };

export interface Authenticator {
  /** The id of its passkey, once it has created one. */
  id: string;
  make(asked: Output<'startPasskey'>, changes?: Changes): Input<'addPasskey'>;
  sign(asked: Output<'startPasskeyLogin'>, changes?: SignChanges): Input<'logInByPasskey'>;
}

const algorithms = {
  'P-256': () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  Ed25519: () => generateKeyPairSync('ed25519'),
  RSA: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
};

/**
 * Creates a software authenticator with one passkey: it creates and signs as WebAuthn specifies, with its own keys. One
 * that counts adds 1 with each signature; synchronized ones always report 0.
 */
export function createAuthenticator(
  options: { algorithm?: keyof typeof algorithms; counts?: boolean; origin?: string; aaguid?: string } = {},
): Authenticator {
  const { algorithm = 'P-256', counts = false, origin: home = 'http://localhost', aaguid = '0'.repeat(32) } = options;
  const { publicKey, privateKey } = algorithms[algorithm]();
  const credential = randomBytes(32);
  let owner = '';
  let count = counts ? 1 : 0;
  const clientData = (type: string, asked: { challenge: string }, changes: Changes): Buffer => {
    const { challenge = asked.challenge, origin = home } = changes;
    return Buffer.from(JSON.stringify({ type: changes.type ?? type, challenge, origin, crossOrigin: false }));
  };
  return {
    id: credential.toString('base64url'),
    make: (asked, changes = {}) => {
      owner = asked.user.id;
      const data = clientData('webauthn.create', asked, changes);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length);
      const authData = Buffer.concat([
        head(changes.rpId ?? asked.rp.id, flags.attested | getFlags(changes), count),
        Buffer.from(aaguid, 'hex'),
        length,
        credential,
        cbor(coseKey(algorithm, publicKey)),
      ]);
      const attestation = new Map<Key, Value>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id: credential.toString('base64url'),
        response: { clientDataJSON: text(data), attestationObject: text(cbor(attestation)) },
      };
    },
    sign: (asked, changes = {}) => {
      if (counts) count += 1;
      const data = clientData('webauthn.get', asked, changes);
      const authData = head(changes.rpId ?? asked.rpId, getFlags(changes), changes.counter ?? count);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      return {
        id: changes.id ?? credential.toString('base64url'),
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authData),
          signature: text(sign(algorithm === 'Ed25519' ? null : 'sha256', signed, privateKey)),
          userHandle: changes.userHandle ?? owner,
        },
      };
    },
  };
}

const text = (bytes: Buffer): string => bytes.toString('base64url');
const getFlags = (changes: Changes): number => (changes.verified === false ? flags.present : verified);

function head(rpId: string, bits: number, count: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(count);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([bits]), counter]);
}

/** Writes a public key in COSE format (RFC 9053). */
function coseKey(algorithm: keyof typeof algorithms, key: KeyObject): Map<Key, Value> {
  const part = (name: 'x' | 'y' | 'n' | 'e'): Buffer =>
    Buffer.from(key.export({ format: 'jwk' })[name] ?? '', 'base64url');
  const fields: Record<keyof typeof algorithms, () => (readonly [Key, Value])[]> = {
    'P-256': () => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part('x')],
      [-3, part('y')],
    ],
    Ed25519: () => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, part('x')],
    ],
    RSA: () => [
      [1, 3],
      [3, -257],
      [-1, part('n')],
      [-2, part('e')],
    ],
  };
  return new Map(fields[algorithm]());
}

type Key = string | number;
type Value = string | number | Buffer | Map<Key, Value>;

/** Writes the subset of CBOR that attestations need (RFC 8949). */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}
