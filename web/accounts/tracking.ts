import type { Input } from '../../contract/index.ts';

export type Tracking = NonNullable<Input<'signUp'>['tracking']>;

const key = 'tealight.tracking';
const names = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const;
const lengthMax = 200;

/** Where a visitor came from, by the query of an address or the fields of a form. Nothing known gives undefined. */
export function trackingIn(read: (name: string) => string | null | undefined): Tracking | undefined {
  const found: Tracking = {};
  for (const name of names) {
    const value = read(name)?.trim().slice(0, lengthMax);
    if (value) found[name] = value;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

/** Keeps for this tab where the visitor came from, so that it is still known when they sign up pages later. */
export function keepTracking(): void {
  const query = new URLSearchParams(location.search);
  const found = trackingIn((name) => query.get(name));
  if (found) sessionStorage.setItem(key, JSON.stringify(found));
}

/** What was kept in this tab. */
export function keptTracking(): Tracking | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    return trackingIn((name) => (typeof kept[name] === 'string' ? kept[name] : null));
  } catch {
    return undefined;
  }
}

/** Whether the site takes a visitor (specification, section 6); the server decides, this spares them the form. */
export function mayJoin(
  signups: 'all' | 'with_trafficsource' | 'invite_only',
  tracking: Tracking | undefined,
): boolean {
  if (signups === 'all') return true;
  return signups === 'with_trafficsource' && Boolean(tracking?.network ?? tracking?.ref);
}
