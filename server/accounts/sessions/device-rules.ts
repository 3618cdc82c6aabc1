import type { browsers, systems } from '../../../contract/accounts/devices.ts';

export interface Device {
  browser: (typeof browsers)[number] | '';
  system: (typeof systems)[number] | '';
}

export const unknownDevice: Device = { browser: '', system: '' };

// Order matters: most browsers also name the browsers they descend from.
const browserSigns: readonly (readonly [RegExp, Device['browser']])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'edge'],
  [/\bSamsungBrowser\//, 'samsung'],
  [/\b(?:OPR|Opera|OPT|OPX)\//, 'opera'],
  [/\b(?:Firefox|FxiOS)\//, 'firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'chrome'],
  [/^(?=.*\bVersion\/\d).*\bSafari\//, 'safari'],
];

const systemSigns: readonly (readonly [RegExp, Device['system']])[] = [
  [/\bAndroid\b/, 'android'],
  [/\biPhone\b|\biPod\b/, 'iphone'],
  [/\biPad\b/, 'ipad'],
  [/\bWindows\b/, 'windows'],
  [/\bCrOS\b/, 'chromeos'],
  [/\bMac OS X\b|\bMacintosh\b/, 'mac'],
  [/\bLinux\b|\bX11\b/, 'linux'],
];

// No browser sends a longer header.
const readMax = 500;

/** Reads browser and system from the User-Agent. An iPad that requests desktop pages claims to be a Mac. */
export function parseDevice(userAgent: string | undefined): Device {
  const text = (userAgent ?? '').slice(0, readMax);
  const find = <Name>(signs: readonly (readonly [RegExp, Name])[]): Name | '' =>
    signs.find(([sign]) => sign.test(text))?.[1] ?? '';
  return { browser: find(browserSigns), system: find(systemSigns) };
}
