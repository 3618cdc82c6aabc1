/** Where a visitor came from (specification, section 3: tracking data). */
export interface Tracking {
  network?: string;
  ref?: string;
  sub1?: string;
  sub2?: string;
  sub3?: string;
}

/** The cookie that keeps it until the browser is closed; the server sets it when somebody follows a partner's link. */
export const trackingCookieName = 'trafficsource';

const names = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;
const lengthMax = 200;
const cookieLengthMax = 3_500;

/** Reads it from the query of an address, or the like. Nothing known gives undefined. */
export function trackingIn(read: (name: string) => unknown): Tracking | undefined {
  const found: Tracking = {};
  for (const name of names) {
    const value = read(name);
    const text = typeof value === 'string' ? cleaned(value) : '';
    if (text !== '') found[name] = text;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

// Anybody can write such a link: what no database or cookie can keep is left out.
function cleaned(value: string): string {
  const text = value.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim();
  return [...text].slice(0, lengthMax).join('');
}

/** What was kept in the cookie. */
export function readTracking(cookie: string | undefined): Tracking | undefined {
  if (cookie === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(cookie);
    return trackingIn((name) => (kept as Record<string, unknown> | null)?.[name]);
  } catch {
    // Somebody wrote into their own cookie: then nothing is known.
    return undefined;
  }
}

/** The text of the cookie: as many of the fields, in their order, as fit into one. */
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

/** A traffic source is a network or a reference; the three others only describe it. */
function hasTrafficSource(tracking: Tracking | undefined): boolean {
  return Boolean(tracking?.network?.trim() || tracking?.ref?.trim());
}

/** Whether a site lets a visitor sign up: everybody, or only those with a traffic source (specification, section 6). */
export function admitsSignUp(
  signups: 'all' | 'with_trafficsource' | 'invite_only',
  tracking: Tracking | undefined,
): boolean {
  if (signups === 'all') return true;
  return signups === 'with_trafficsource' && hasTrafficSource(tracking);
}

/**
 * Whether a site lets a visitor search (specification, section 6): `logged_out_search_trafficsource` speaks for those
 * with a traffic source, `logged_out_search` for all others.
 */
export function admitsSearch(
  settings: { logged_out_search: boolean; logged_out_search_trafficsource: boolean },
  tracking: Tracking | undefined,
): boolean {
  return hasTrafficSource(tracking) ? settings.logged_out_search_trafficsource : settings.logged_out_search;
}
