/** Browsers that are recognized. Any other browser has no name. */
export const browsers = ['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung'] as const;

/** Recognized keepers of passkeys. Not every passkey names its keeper. */
export const passkeyKeepers = [
  '1password',
  'apple',
  'bitwarden',
  'dashlane',
  'google',
  'keepassxc',
  'microsoft',
  'proton',
  'samsung',
] as const;

export const systems = ['android', 'chromeos', 'ipad', 'iphone', 'linux', 'mac', 'windows'] as const;
