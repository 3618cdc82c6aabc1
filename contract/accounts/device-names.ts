import type { browsers, passkeyKeepers, systems } from './devices.ts';

/** The same in every language, like the names below. */
export const browserNames: Readonly<Record<(typeof browsers)[number], string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
};

export const systemNames: Readonly<Record<(typeof systems)[number], string>> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ipad: 'iPad',
  iphone: 'iPhone',
  linux: 'Linux',
  mac: 'Mac',
  windows: 'Windows',
};

export const keeperNames: Readonly<Record<(typeof passkeyKeepers)[number], string>> = {
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
