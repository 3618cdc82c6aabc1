/** Where a visitor came from (specification, section 3: tracking data). */
export interface Tracking {
  network?: string;
  ref?: string;
  sub1?: string;
  sub2?: string;
  sub3?: string;
}

/** Session cookie that the server sets when somebody follows a partner's link. */
export const trackingCookieName = 'trafficsource';

const names = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;
export const trackingLengthMax = 200;
const cookieLengthMax = 3_500;

/** Reads tracking data by the names of its fields, as from a query; undefined when there is none. */
export function trackingIn(read: (name: string) => unknown): Tracking | undefined {
  const found: Tracking = {};
  for (const name of names) {
    const value = read(name);
    const text = typeof value === 'string' ? cleaned(value) : '';
    if (text !== '') found[name] = text;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

// Anybody can write such a link: characters that a database or cookie cannot store are removed.
function cleaned(value: string): string {
  const text = value.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim();
  return [...text].slice(0, trackingLengthMax).join('');
}

/** The tracking data in the cookie. */
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

/** The value of the cookie: as many fields, in their order, as fit. */
export function writeTracking(tracking: Tracking): string {
  const kept: Tracking = {};
  for (const name of names) {
    const value = tracking[name];
    if (value !== undefined && lengthInCookie({ ...kept, [name]: value }) <= cookieLengthMax) kept[name] = value;
  }
  return JSON.stringify(kept);
}

function lengthInCookie(tracking: Tracking): number {
  return encodeURIComponent(JSON.stringify(tracking)).length;
}

/** Names of the tracking data in a query. */
export const trackingNames: readonly string[] = names;

/** A network or a reference is a traffic source; the other fields only describe it. */
export function hasTrafficSource(tracking: Tracking | undefined): boolean {
  return Boolean(tracking?.network?.trim() || tracking?.ref?.trim());
}

/** Whether a visitor may sign up: on some sites only those with a traffic source may (specification, section 6). */
export function admitsSignUp(signups: 'all' | 'with_trafficsource' | 'invite_only', hasSource: boolean): boolean {
  if (signups === 'all') return true;
  return signups === 'with_trafficsource' && hasSource;
}

/**
 * Whether a visitor may search (specification, section 6): `logged_out_search_trafficsource` decides for visitors with a
 * traffic source, `logged_out_search` for all others.
 */
export function admitsSearch(
  settings: { logged_out_search: boolean; logged_out_search_trafficsource: boolean },
  hasSource: boolean,
): boolean {
  return hasSource ? settings.logged_out_search_trafficsource : settings.logged_out_search;
}
