/**
 * Alerts about the account that a member can dismiss for good (specification, section 4). The dismissal belongs to the
 * account: it applies on every device, and not to the next member who uses the browser.
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
 * Alerts whose dismissal the browser stores: the offer to install the app, the notice of the demo site, the entry
 * warning (dismissed by confirming to be an adult), and the question about a partner link (`source`), once declined.
 */
export const browserAlerts = ['install', 'demo', 'entry', 'source'] as const;

export type BrowserAlert = (typeof browserAlerts)[number];
export type AlertName = AccountAlert | BrowserAlert;

/**
 * Returns the alerts in the cookie `dismissed`, each once and in a fixed order, so that they can go into a cache key.
 * The cookie has them with their times in seconds: `demo:1795334400.install:1795338000`.
 */
export function dismissedIn(cookie: string | undefined): BrowserAlert[] {
  const found = new Set((cookie ?? '').split('.').map((entry) => entry.split(':')[0]));
  return browserAlerts.filter((name) => found.has(name));
}
