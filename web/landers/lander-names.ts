/** The landers (specification, section 2), in the order of the sitemap. */
export const landers = [
  'alonetonight',
  'collagelanding',
  'gallery',
  'iconslanding',
  'maplanding',
  'socialnetwork',
  'transitionsvideolanding',
  'video',
] as const;

export type LanderName = (typeof landers)[number];
