/** What a browser is recognised as; any other has no name. */
export const browsers = ['chrome', 'edge', 'firefox', 'opera', 'safari', 'samsung'] as const;

/** Where a passkey is kept, if its maker says so. */
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
