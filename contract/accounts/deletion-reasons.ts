export const deletionReasons = [
  'found-somebody',
  'too-few',
  'too-expensive',
  'unpleasant',
  'privacy',
  'break',
  'other',
] as const;
