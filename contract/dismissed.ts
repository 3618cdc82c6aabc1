/**
 * Alerts that can be dismissed for good (specification, section 4), the notice of the demo site, and the warning on entry,
 * which is over for who says that they are an adult, and the question about a partner's link (`source`), after a no.
 */
export const alertNames = [
  'profile-photo',
  'push-notification',
  'passkey',
  'disabled-notifications',
  'bounced-mail',
  'time-bonus',
  'install',
  'demo',
  'entry',
  'source',
] as const;

export type AlertName = (typeof alertNames)[number];

/**
 * The alerts that the cookie `dismissed` names, each once and in one order, so that pages can be kept by them. The cookie
 * has them with their times in seconds: `demo:1795334400.profile-photo:1795338000`.
 */
export function dismissedIn(cookie: string | undefined): AlertName[] {
  const found = new Set((cookie ?? '').split('.').map((entry) => entry.split(':')[0]));
  return alertNames.filter((name) => found.has(name));
}
