/** Why a member may say that they leave. */
export const leavingReasons = [
  'found-somebody',
  'too-few',
  'too-expensive',
  'unpleasant',
  'privacy',
  'break',
  'other',
] as const;
