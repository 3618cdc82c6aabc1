import { ECDH, createECDH } from 'node:crypto';
import { isIP } from 'node:net';

import { pushServiceHosts } from './push-services.data.ts';

/** A browser's subscription: the endpoint at its push service, and its keys in base64url. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Letters, digits and hyphens between dots: a URL may also have empty labels, which no host has. */
const hostName = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/;

/** True for https at the default port of a listed host or `testOrigin`, if no two URL parsers could differ. */
export function isPushEndpoint(endpoint: string, testOrigin: string | null): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  // Browsers give a normalized URL.
  if (!url || url.href !== endpoint || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (testOrigin !== null && url.origin === testOrigin) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  if (!hostName.test(url.hostname)) return false;
  return pushServiceHosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
}

const pointBytes = 65;
const authBytes = 16;

/** True if the keys are those of a subscription: a point on the curve P-256, and sixteen bytes. */
export function arePushKeys({ p256dh, auth }: Omit<PushTarget, 'endpoint'>): boolean {
  const point = decodeBytes(p256dh);
  if (point?.length !== pointBytes || decodeBytes(auth)?.length !== authBytes) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    // Not on the curve.
    return false;
  }
}

function decodeBytes(text: string): Buffer | undefined {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
}

/** True if a text is a private key for push services, in base64url. */
export function isPushKey(text: string): boolean {
  try {
    const bytes = decodeBytes(text) ?? Buffer.alloc(0);
    createECDH('prime256v1').setPrivateKey(bytes);
    // A shorter number is on the curve as well, but easily guessed.
    return bytes.length === 32;
  } catch {
    // Not of the curve.
    return false;
  }
}

const reservedNames = /(?:^|\.)(?:localhost|local|internal|invalid|test|example)$/;

/** True if push services accept a subject, the operator's contact address: Apple refuses made-up ones. */
export function isPushSubject(subject: string): boolean {
  const host = parseHost(subject);
  return host !== undefined && host.includes('.') && isIP(host) === 0 && !reservedNames.test(host);
}

function parseHost(subject: string): string | undefined {
  const mailHost = /^mailto:[^\s@]+@([\w.-]+)$/.exec(subject)?.[1];
  if (mailHost !== undefined) return mailHost.toLowerCase();
  return URL.canParse(subject) && subject.startsWith('https://') ? new URL(subject).hostname : undefined;
}

/** Parses a Retry-After header, as seconds or a date, into seconds; null if it is missing or invalid. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}
