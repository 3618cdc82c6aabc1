/** Alerts that a member can dismiss for good (specification, section 4), on all devices, but for their account only. */
export const accountAlerts = [
  'bounced-mail',
  'disabled-notifications',
  'passkey',
  'profile-photo',
  'push-notification',
  'time-bonus',
] as const;

export type AccountAlert = (typeof accountAlerts)[number];

/** Alerts whose dismissal the browser stores. `age-gate`: confirming to be an adult. `source`: declining the link. */
const browserAlerts = ['install', 'demo', 'age-gate', 'source'] as const;

export type BrowserAlert = (typeof browserAlerts)[number];
export type AlertName = AccountAlert | BrowserAlert;

/** Returns the alerts in the cookie, in a fixed order for cache keys. Times are in seconds: `demo:1795334400`. */
export function dismissedIn(cookie: string | undefined): BrowserAlert[] {
  const found = new Set((cookie ?? '').split('.').map((entry) => entry.split(':')[0]));
  return browserAlerts.filter((name) => found.has(name));
}
