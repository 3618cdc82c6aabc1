import type { passkeyKeepers } from '../../../contract/accounts/devices.ts';

export type Keeper = (typeof passkeyKeepers)[number];

/** Keyed by the id of the authenticator model (AAGUID), as vendors publish it. */
export const keepers: Readonly<Record<string, Keeper>> = {
  'bada5566-a7aa-401f-bd96-45619a55120d': '1password',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'apple',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'apple',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'dashlane',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'google',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'keepassxc',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'microsoft',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'microsoft',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'microsoft',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'proton',
  '53414d53-554e-4700-0000-000000000000': 'samsung',
};
