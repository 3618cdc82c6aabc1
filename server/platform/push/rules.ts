import { ECDH, createECDH } from 'node:crypto';
import { isIP } from 'node:net';

import { pushServiceHosts } from './push-services.data.ts';

/** What a browser gives: where its push service takes pushes, and its keys in base64url. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Letters, digits and hyphens between full stops: a URL may also have empty parts, which no host has. */
const hostName = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/;

/**
 * Whether an endpoint belongs to a push service of a browser, or to the one of a test (`testOrigin`): https at the usual
 * port, a host of the list, and nothing that two readers of an address could take for something else.
 */
export function isPushEndpoint(endpoint: string, testOrigin: string | null): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  // An address that is not written as it is read is no browser's.
  if (!url || url.href !== endpoint || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (testOrigin !== null && url.origin === testOrigin) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  if (!hostName.test(url.hostname)) return false;
  return pushServiceHosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
}

const pointBytes = 65;
const authBytes = 16;

/** Whether keys are those of a subscription: a point on the curve P-256, and sixteen bytes. */
export function arePushKeys({ p256dh, auth }: Omit<PushTarget, 'endpoint'>): boolean {
  const point = bytesOf(p256dh);
  if (point?.length !== pointBytes || bytesOf(auth)?.length !== authBytes) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    // Not on the curve.
    return false;
  }
}

function bytesOf(text: string): Buffer | undefined {
  return /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
}

/** Whether a text is a private key by which push services know us, in base64url. */
export function isPushKey(text: string): boolean {
  try {
    const bytes = bytesOf(text) ?? Buffer.alloc(0);
    createECDH('prime256v1').setPrivateKey(bytes);
    // A shorter one is a number on the curve as well, and soon guessed.
    return bytes.length === 32;
  } catch {
    // Not of the curve.
    return false;
  }
}

const reservedNames = /(?:^|\.)(?:localhost|local|internal|invalid|test|example)$/;

/** Whether push services take a subject, under which they reach the operator: Apple refuses made-up ones. */
export function isPushSubject(subject: string): boolean {
  const host = hostOf(subject);
  return host !== undefined && host.includes('.') && isIP(host) === 0 && !reservedNames.test(host);
}

function hostOf(subject: string): string | undefined {
  const mailHost = /^mailto:[^\s@]+@([\w.-]+)$/.exec(subject)?.[1];
  if (mailHost !== undefined) return mailHost.toLowerCase();
  return URL.canParse(subject) && subject.startsWith('https://') ? new URL(subject).hostname : undefined;
}

/**
 * After how many seconds a push service wants to be asked again, by its header: a number of seconds or a date. Null
 * without one that can be read.
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}
