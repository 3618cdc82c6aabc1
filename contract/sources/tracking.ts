/** The traffic source of a member (specification, section 3). */
export interface Tracking {
  network?: string;
  ref?: string;
  sub1?: string;
  sub2?: string;
  sub3?: string;
}

/** Session cookie that the server sets if a visitor who followed a partner link consents. */
export const trackingCookieName = 'trafficsource';

/** The form field and the request header in which a page passes on the source from its own URL. */
export const sourceField = 'source';
export const sourceHeader = 'x-source';

export const sourceChoicePath = '/source-choice';

/** A visitor's choice about remembering partner links: none yet, yes, no, or no by the browser's privacy signal. */
export type SourceChoice = 'open' | 'kept' | 'refused' | 'signal';

/** A visitor's source as a page knows it (`docs/decisions/0025-a-partners-link-is-remembered-by-consent.md`). */
export interface VisitorSource {
  /** True if the source is in the cookie or in the page's URL. */
  has: boolean;
  /** True if no cookie holds the source, so that the page passes it on itself. */
  isCarried: boolean;
  choice: SourceChoice;
  /** True if the visit is counted and the page may ask to measure it. */
  isMeasured: boolean;
}

export const noSource: VisitorSource = { has: false, isCarried: false, choice: 'open', isMeasured: false };

/** True if the visitor came by a link and has not chosen yet. */
export function asksAboutSource({ isCarried, isMeasured, choice }: VisitorSource): boolean {
  return choice === 'open' && (isCarried || isMeasured);
}

/** True if there is a network or a reference; the other fields only describe the traffic source. */
export function hasTrafficSource(tracking: Tracking | undefined): boolean {
  return Boolean(tracking?.network?.trim() || tracking?.ref?.trim());
}

/** True if a visitor may sign up; some sites admit only visitors with a traffic source (specification, section 6). */
export function admitsSignUp(signups: 'all' | 'with_trafficsource' | 'invite_only', hasSource: boolean): boolean {
  if (signups === 'all') return true;
  return signups === 'with_trafficsource' && hasSource;
}

/** True if a visitor may search (specification, section 6): each kind of visitor has its own setting. */
export function admitsSearch(
  settings: { logged_out_search: boolean; logged_out_search_trafficsource: boolean },
  hasSource: boolean,
): boolean {
  return hasSource ? settings.logged_out_search_trafficsource : settings.logged_out_search;
}
