/** One skin: its tone, the tone away from the light, fine lines, cheeks and lips. */
export interface Skin {
  readonly base: string;
  readonly shade: string;
  readonly line: string;
  readonly cheek: string;
  readonly lip: string;
}

/** One room: the wall, shapes on it, the darkest tone, and the colour of its light. */
export interface Room {
  readonly wall: string;
  readonly far: string;
  readonly deep: string;
  readonly glow: string;
}

/** Seven tones from light to dark. */
export const SKINS = [
  { base: '#f6d8c6', shade: '#dca48c', line: '#94553f', cheek: '#ee9680', lip: '#c0605c' },
  { base: '#efc7a8', shade: '#d29a78', line: '#86492f', cheek: '#e4876a', lip: '#b5574c' },
  { base: '#dcab82', shade: '#b98258', line: '#6d3f24', cheek: '#d1744f', lip: '#a24c41' },
  { base: '#c38a5c', shade: '#9a653d', line: '#563018', cheek: '#bd5f39', lip: '#934236' },
  { base: '#9c653f', shade: '#744527', line: '#3d2010', cheek: '#a04c2b', lip: '#843b33' },
  { base: '#7a4b33', shade: '#573120', line: '#2a150c', cheek: '#8b4128', lip: '#7a3a37' },
  { base: '#5f3a2a', shade: '#412418', line: '#1c0d07', cheek: '#73371f', lip: '#743736' },
] as const satisfies readonly Skin[];

/** Twelve colours; the last three come with age. */
export const HAIRS = {
  black: '#231e23',
  espresso: '#36251f',
  brown: '#573828',
  chestnut: '#78442b',
  auburn: '#93482b',
  ginger: '#c16a33',
  honey: '#b68245',
  blond: '#dab172',
  ash: '#bba17c',
  grey: '#96999a',
  silver: '#c6c9c7',
  white: '#e9e5dd',
} as const;

/** Ten palettes of the house: glass and milk, candlelight, and what goes with them. */
export const ROOMS = {
  milk: { wall: '#c5ddd6', far: '#dcebe4', deep: '#75a89f', glow: '#fff0d8' },
  glass: { wall: '#2f736f', far: '#438a84', deep: '#1d5653', glow: '#ffc98f' },
  petrol: { wall: '#1f4b52', far: '#2f636a', deep: '#12353c', glow: '#ffbf7e' },
  apricot: { wall: '#f2c595', far: '#f9dcb8', deep: '#dc9d63', glow: '#fff0d6' },
  sand: { wall: '#e7d6bc', far: '#f3e8d5', deep: '#c9b08a', glow: '#fff6e4' },
  rose: { wall: '#e1b3a1', far: '#eecbbc', deep: '#c38a77', glow: '#ffecd9' },
  sage: { wall: '#b2c5aa', far: '#cbd9c1', deep: '#80a07b', glow: '#fff4dc' },
  plum: { wall: '#63485c', far: '#7b5e71', deep: '#483143', glow: '#ffbf8c' },
  sky: { wall: '#bcd8e0', far: '#d8e9ec', deep: '#83b0bf', glow: '#ffeed0' },
  clay: { wall: '#c88863', far: '#d9a381', deep: '#a36646', glow: '#ffdcb0' },
} as const satisfies Record<string, Room>;

/** Cloth colours; `LIGHT_CLOTHS` are the ones worn under something. */
export const CLOTHS = [
  '#17605b',
  '#4f9b94',
  '#1f4a57',
  '#f0e6d7',
  '#d4bf9f',
  '#eda25f',
  '#b3542f',
  '#d0983c',
  '#6a3b53',
  '#d4958b',
  '#28374f',
  '#39413f',
  '#6b7348',
  '#a4c2cf',
  '#9c4438',
  '#f5f1e8',
] as const;

export const LIGHT_CLOTHS = ['#f5f1e8', '#f0e6d7', '#e2ded2', '#c8d8d6'] as const;

/** Colours of eyes; `dark` is the brown of dark faces. */
export const EYES = {
  dark: '#3a2416',
  brown: '#4a2f1b',
  green: '#5a6b4a',
  blue: '#4d7484',
  hazel: '#6b4a26',
  grey: '#74828a',
  amber: '#9c6a28',
  black: '#1f1614',
} as const;
