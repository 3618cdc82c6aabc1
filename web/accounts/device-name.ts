import type { ListedSession } from '../../contract/access.ts';
import type { Passkey } from '../../contract/passkeys.ts';
import type { Say } from '../sentences.tsx';

const browserNames: Record<NonNullable<ListedSession['browser']>, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
};

const systemNames: Record<NonNullable<ListedSession['system']>, string> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ipad: 'iPad',
  iphone: 'iPhone',
  linux: 'Linux',
  mac: 'Mac',
  windows: 'Windows',
};

/** Who keeps a passkey. */
export const keeperNames: Record<NonNullable<Passkey['keeper']>, string> = {
  '1password': '1Password',
  apple: 'Apple',
  bitwarden: 'Bitwarden',
  dashlane: 'Dashlane',
  google: 'Google',
  keepassxc: 'KeePassXC',
  microsoft: 'Microsoft',
  proton: 'Proton Pass',
  samsung: 'Samsung',
};

type Device = Pick<ListedSession, 'browser' | 'system'>;

/** With what a session was opened or a passkey added, as people call it. */
export function deviceName(say: Say, { browser, system }: Device): string {
  if (browser && system) return say('access.device', { browser: browserNames[browser], system: systemNames[system] });
  if (browser) return browserNames[browser];
  return system ? systemNames[system] : say('access.device-unknown');
}
