import type { Tracking } from '../../contract/sources/tracking.ts';

/** The acts that a network is told of, once for each member. */
const acts = ['sign-up', 'first-purchase'] as const;
export type Act = (typeof acts)[number];

/** The facts that a network may learn: its own words, the act, and the amount of a purchase. Nothing of the member. */
export interface PostbackFacts {
  act: Act;
  postbackId: string;
  network: string;
  tracking: Tracking;
  /** The amount in minor units. */
  amount: number | null;
  currency: string | null;
}

const placeholder = /\{([^{}]*)\}/g;
const known = ['event', 'event_id', 'network', 'ref', 'sub1', 'sub2', 'sub3', 'value', 'currency'] as const;

/**
 * Returns the fault of a postback's address, if any. Placeholders are allowed only in the query: elsewhere a visitor's
 * words from a link could choose the host or the path.
 */
export function templateFault(template: string, act: Act, origins: readonly string[]): string | undefined {
  const query = template.indexOf('?');
  const base = query < 0 ? template : template.slice(0, query);
  if (!URL.canParse(template)) return 'it is no web address';
  const { origin, username, password, hash } = new URL(template);
  if (username !== '' || password !== '' || hash !== '') return 'it has a login or a fragment';
  if (!origins.includes(origin)) return `POSTBACK_HOSTS does not name ${origin}`;
  const names = [...template.matchAll(placeholder)].map(([, name]) => name ?? '');
  const unknown = names.find((name) => !known.some((one) => one === name));
  if (unknown !== undefined) return `it may name ${known.map((name) => `{${name}}`).join(', ')}, not {${unknown}}`;
  if (/[{}]/.test(base)) return 'a placeholder stands before its question mark';
  if (!names.includes('event_id')) return 'it lacks {event_id}, by which the network tells repeats apart';
  if (act === 'sign-up' && (names.includes('value') || names.includes('currency'))) return 'a sign-up has no value';
  return undefined;
}

/** Returns the address with its placeholders filled in; unknown values are left empty. */
export function fillTemplate(
  template: string,
  { act, postbackId, network, tracking, ...bought }: PostbackFacts,
): string {
  const values: Record<(typeof known)[number], string> = {
    event: act,
    event_id: postbackId,
    network,
    ref: tracking.ref ?? '',
    sub1: tracking.sub1 ?? '',
    sub2: tracking.sub2 ?? '',
    sub3: tracking.sub3 ?? '',
    value: bought.amount === null ? '' : (bought.amount / 100).toFixed(2),
    currency: bought.currency ?? '',
  };
  return template.replaceAll(placeholder, (_all, name: (typeof known)[number]) => encodeURIComponent(values[name]));
}

export function networkName(tracking: Tracking | null | undefined): string | undefined {
  return tracking?.network?.trim().toLowerCase() || undefined;
}

/** Stands for all unknown network names in links; no network can have this name. */
export const unknownNetwork = '?';

export function urlFor(
  network: { sign_up_url: string | null; first_purchase_url: string | null },
  act: Act,
): string | null {
  return act === 'sign-up' ? network.sign_up_url : network.first_purchase_url;
}
