import { plainQuery } from '../platform/safe-next.ts';
import type { Tracking } from './tracking.ts';

const names = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;
export const trackingLengthMax = 200;
const cookieLengthMax = 3_500;

/** Reads tracking data field by field, such as from a query; undefined if there is none. */
export function trackingIn(read: (name: string) => unknown): Tracking | undefined {
  const found: Tracking = {};
  for (const name of names) {
    const value = read(name);
    const text = typeof value === 'string' ? cleanValue(value) : '';
    if (text !== '') found[name] = text;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

// Anybody can write such a link, so characters that a database or cookie cannot store are removed.
function cleanValue(value: string): string {
  const text = value.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim();
  return [...text].slice(0, trackingLengthMax).join('');
}

export function readTracking(cookie: string | undefined): Tracking | undefined {
  if (cookie === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(cookie);
    return trackingIn((name) => (kept as Record<string, unknown> | null)?.[name]);
  } catch {
    // The visitor changed the cookie.
    return undefined;
  }
}

/** Returns the value of the cookie, with as many fields, in order, as fit. */
export function writeTracking(tracking: Tracking): string {
  return JSON.stringify(dropUntilFits(tracking));
}

function dropUntilFits(tracking: Tracking): Tracking {
  const kept: Tracking = {};
  for (const name of names) {
    const value = tracking[name];
    if (value !== undefined && lengthInCookie({ ...kept, [name]: value }) <= cookieLengthMax) kept[name] = value;
  }
  return kept;
}

/** Returns tracking data as a query, in the characters that `contract/platform/safe-next.ts` allows. */
export function writeSource(tracking: Tracking): string {
  return plainQuery(Object.entries(dropUntilFits(tracking)) as [string, string][]);
}

/** Reads the tracking data of a query from `writeSource`. */
export function readSource(text: unknown): Tracking | undefined {
  if (typeof text !== 'string') return undefined;
  const found = new Map(
    text.split('&').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name, decode(value)] as const;
    }),
  );
  return trackingIn((name) => found.get(name));
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    // The visitor changed the query.
    return undefined;
  }
}

function lengthInCookie(tracking: Tracking): number {
  return encodeURIComponent(JSON.stringify(tracking)).length;
}

export const trackingNames: readonly string[] = names;
