import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { S3Client } from '@aws-sdk/client-s3';

import { S3Error } from './xml.ts';

const shape =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
const skewMaxMs = 15 * 60_000;

const hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Own {
  keyId: string;
  secret: string;
  region: string;
  now: () => Date;
}

/** Returns a check that signs each request again, with the vendor's own code, and compares. */
export function createCheck(own: Own) {
  const credentials = { accessKeyId: own.keyId, secretAccessKey: own.secret };
  const signing = new S3Client({ region: own.region, credentials }).config.signer();
  return async (request: IncomingMessage, body: Buffer): Promise<void> => {
    const { method = '', url = '', headers } = request;
    if (headers.authorization === undefined)
      return checkPresigned(request, own, (await signing) as unknown as Presigner);
    const [, keyId, day, region, names = '', signature = ''] = shape.exec(headers.authorization ?? '') ?? [];
    if (keyId === undefined) throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The header is malformed.');
    if (keyId !== own.keyId) throw new S3Error(403, 'InvalidAccessKeyId', 'The key does not exist in our records.');
    if (region !== own.region)
      throw new S3Error(
        400,
        'AuthorizationHeaderMalformed',
        `The region '${region}' is wrong; expecting '${own.region}'`,
      );
    const at = readDate(String(headers['x-amz-date']), day);
    if (Math.abs(at.getTime() - own.now().getTime()) > skewMaxMs)
      throw new S3Error(403, 'RequestTimeTooSkewed', 'The difference between the request time and ours is too large.');
    const signed = names.split(';');
    const mustSign = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
    if (mustSign.some((name) => !signed.includes(name)))
      throw new S3Error(403, 'AccessDenied', 'There were headers present in the request which were not signed');
    const payload = headers['x-amz-content-sha256'];
    if (payload === undefined) throw new S3Error(400, 'InvalidRequest', 'Missing x-amz-content-sha256');
    // Stricter than the vendor, who accepts UNSIGNED-PAYLOAD.
    if (payload !== hex(body))
      throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The hash does not match what was computed.');
    const [path = '', query] = url.split('?');
    const signer = await signing;
    const again = await signer.sign(
      {
        method,
        path,
        protocol: 'http:',
        hostname: '',
        query: Object.fromEntries(new URLSearchParams(query)),
        headers: Object.fromEntries(signed.map((name) => [name, String(headers[name] ?? '')])),
      },
      { signingDate: at, signableHeaders: new Set(signed) },
    );
    const [, , , , , wanted = ''] = shape.exec(again.headers['authorization'] ?? '') ?? [];
    if (wanted.length !== signature.length || !timingSafeEqual(Buffer.from(wanted), Buffer.from(signature)))
      throw new S3Error(
        403,
        'SignatureDoesNotMatch',
        'The signature we calculated does not match the one you provided.',
      );
  };
}

/** Part of the vendor's signer; its own type has only `sign`. */
interface Presigner {
  presign(request: object, options: object): Promise<{ query?: Record<string, unknown> }>;
}

/** Signs an address again that was signed with its query, and compares. */
async function checkPresigned({ method = '', url = '', headers }: IncomingMessage, own: Own, signer: Presigner) {
  const [path = '', text] = url.split('?');
  const { 'X-Amz-Signature': signature = '', ...query } = Object.fromEntries(new URLSearchParams(text));
  const [keyId, day] = query['X-Amz-Credential']?.split('/') ?? [];
  if (keyId !== own.keyId) throw new S3Error(403, 'InvalidAccessKeyId', 'The key does not exist in our records.');
  const [at, seconds] = [readDate(query['X-Amz-Date'] ?? '', day), Number(query['X-Amz-Expires'])];
  const age = own.now().getTime() - at.getTime();
  if (!(seconds > 0 && seconds <= 604_800 && age >= -skewMaxMs && age <= seconds * 1_000))
    throw new S3Error(403, 'AccessDenied', 'Request has expired');
  const signed = (query['X-Amz-SignedHeaders'] ?? '').split(';');
  if (
    ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].some((name) => !signed.includes(name))
  )
    throw new S3Error(403, 'AccessDenied', 'There were headers present in the request which were not signed');
  const again = await signer.presign(
    {
      method,
      path,
      protocol: 'http:',
      hostname: '',
      query: Object.fromEntries(Object.entries(query).filter(([name]) => !name.startsWith('X-Amz-'))),
      headers: {
        ...Object.fromEntries(signed.map((name) => [name, String(headers[name] ?? '')])),
        'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
      },
    },
    { signingDate: at, expiresIn: seconds },
  );
  const wanted = String(again.query?.['X-Amz-Signature']);
  if (wanted.length !== signature.length || !timingSafeEqual(Buffer.from(wanted), Buffer.from(signature)))
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature we calculated does not match the one you provided.');
}

function readDate(text: string, day: string | undefined): Date {
  const [, date, ...time] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (date === undefined || date !== day) throw new S3Error(403, 'AccessDenied', 'The date is missing or differs.');
  return new Date(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time.join(':')}Z`);
}
