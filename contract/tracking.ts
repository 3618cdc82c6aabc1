/** Where a visitor came from (specification, section 3: tracking data). */
export interface Tracking {
  network?: string;
  ref?: string;
  sub1?: string;
  sub2?: string;
  sub3?: string;
}

/** Session cookie that the server sets when somebody who followed a partner's link agrees to that. */
export const trackingCookieName = 'trafficsource';

/** The field of the question, and the header of a call, with which a page passes on the source in its own address. */
export const sourceField = 'source';
export const sourceHeader = 'x-source';

/** Where the question about a partner's link is answered. */
export const sourceChoicePath = '/source-choice';

/** What a visitor has said about remembering partners' links: nothing yet, yes, no, or no by their browser's signal. */
export type SourceChoice = 'open' | 'kept' | 'refused' | 'signal';

/** What a page knows of the source of its visitor (`docs/decisions/0025-a-partners-link-is-remembered-by-consent.md`). */
export interface VisitorSource {
  /** There is one: in the cookie, or in the address of the page. */
  has: boolean;
  /** It is in no cookie: the page passes it on itself. */
  isCarried: boolean;
  choice: SourceChoice;
  /** The visit by this link is counted, and the page may ask to measure it. */
  isMeasured: boolean;
}

export const noSource: VisitorSource = { has: false, isCarried: false, choice: 'open', isMeasured: false };

/** Whether a page asks its visitor: only one who came by a link, and who has not answered yet. */
export function asksAboutSource({ isCarried, isMeasured, choice }: VisitorSource): boolean {
  return choice === 'open' && (isCarried || isMeasured);
}

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
