/**
 * Alerts about the account that a member dismissed for good (specification, section 4). The account keeps them: they stay
 * away on every device, and come to whoever uses the browser next.
 */
export const accountAlerts = [
  'bounced-mail',
  'disabled-notifications',
  'passkey',
  'profile-photo',
  'push-notification',
  'time-bonus',
] as const;

export type AccountAlert = (typeof accountAlerts)[number];

/**
 * What a browser keeps as dismissed: the offer to install the app on it, the notice of the demo site, the warning on entry,
 * which is over for who says that they are an adult, and the question about a partner's link (`source`), after a no.
 */
export const browserAlerts = ['install', 'demo', 'entry', 'source'] as const;

export type BrowserAlert = (typeof browserAlerts)[number];
export type AlertName = AccountAlert | BrowserAlert;

/**
 * The alerts that the cookie `dismissed` names, each once and in one order, so that pages can be kept by them. The cookie
 * has them with their times in seconds: `demo:1795334400.install:1795338000`.
 */
export function dismissedIn(cookie: string | undefined): BrowserAlert[] {
  const found = new Set((cookie ?? '').split('.').map((entry) => entry.split(':')[0]));
  return browserAlerts.filter((name) => found.has(name));
}
