/** Categories of interests, in the order of the profile form. */
export const interestCategories = [
  'romance',
  'active',
  'outdoors',
  'going_out',
  'at_home',
  'culture',
  'explicit',
] as const;

export type InterestCategory = (typeof interestCategories)[number];

/** Every interest (specification, section 3), by category. `locales/interests/` has their names under these keys. */
export const interests = {
  relationship: { category: 'romance', icon: 'heart-handshake' },
  kissing: { category: 'romance', icon: 'heart' },
  cuddling: { category: 'romance', icon: 'hand-heart' },
  flirting: { category: 'romance', icon: 'message-circle-heart' },
  dating: { category: 'romance', icon: 'calendar-heart' },
  romantic_dinners: { category: 'romance', icon: 'wine' },
  deep_talks: { category: 'romance', icon: 'messages-square' },
  gym: { category: 'active', icon: 'dumbbell' },
  sports: { category: 'active', icon: 'trophy' },
  running: { category: 'active', icon: 'footprints' },
  yoga: { category: 'active', icon: 'person-standing' },
  swimming: { category: 'active', icon: 'waves' },
  biking: { category: 'active', icon: 'bike' },
  football: { category: 'active', icon: 'goal' },
  hiking: { category: 'active', icon: 'mountain' },
  winter_sports: { category: 'active', icon: 'snowflake' },
  motorcycling: { category: 'active', icon: 'motorbike' },
  sailing: { category: 'active', icon: 'sailboat' },
  adventure: { category: 'outdoors', icon: 'compass' },
  animals: { category: 'outdoors', icon: 'paw-print' },
  dogs: { category: 'outdoors', icon: 'dog' },
  cats: { category: 'outdoors', icon: 'cat' },
  beach: { category: 'outdoors', icon: 'umbrella' },
  camping: { category: 'outdoors', icon: 'tent' },
  gardening: { category: 'outdoors', icon: 'sprout' },
  nature: { category: 'outdoors', icon: 'trees' },
  sauna: { category: 'outdoors', icon: 'droplets' },
  dancing: { category: 'going_out', icon: 'disc-3' },
  nightlife: { category: 'going_out', icon: 'party-popper' },
  concerts: { category: 'going_out', icon: 'mic' },
  festivals: { category: 'going_out', icon: 'tickets' },
  theatre: { category: 'going_out', icon: 'drama' },
  museums: { category: 'going_out', icon: 'landmark' },
  beer: { category: 'going_out', icon: 'beer' },
  wine: { category: 'going_out', icon: 'grape' },
  coffee: { category: 'going_out', icon: 'coffee' },
  eating_out: { category: 'going_out', icon: 'utensils' },
  cooking: { category: 'at_home', icon: 'cooking-pot' },
  baking: { category: 'at_home', icon: 'croissant' },
  games: { category: 'at_home', icon: 'gamepad-2' },
  board_games: { category: 'at_home', icon: 'dices' },
  reading: { category: 'at_home', icon: 'book-open' },
  movies: { category: 'at_home', icon: 'clapperboard' },
  do_it_yourself: { category: 'at_home', icon: 'hammer' },
  music: { category: 'culture', icon: 'music' },
  playing_music: { category: 'culture', icon: 'guitar' },
  art: { category: 'culture', icon: 'palette' },
  photography: { category: 'culture', icon: 'camera' },
  writing: { category: 'culture', icon: 'feather' },
  fashion: { category: 'culture', icon: 'shirt' },
  shopping: { category: 'culture', icon: 'shopping-bag' },
  travelling: { category: 'culture', icon: 'plane' },
  history: { category: 'culture', icon: 'scroll-text' },
  politics: { category: 'culture', icon: 'vote' },
  science: { category: 'culture', icon: 'telescope' },
  astrology: { category: 'culture', icon: 'moon-star' },
  cars: { category: 'culture', icon: 'car' },
  role_play: { category: 'explicit', icon: 'venetian-mask' },
  sensual_massage: { category: 'explicit', icon: 'hand' },
  lingerie: { category: 'explicit', icon: 'ribbon' },
  domination: { category: 'explicit', icon: 'crown' },
  submission: { category: 'explicit', icon: 'link' },
  bondage: { category: 'explicit', icon: 'lock' },
  swinging: { category: 'explicit', icon: 'shuffle' },
  threesomes: { category: 'explicit', icon: 'users' },
  toys: { category: 'explicit', icon: 'wand-sparkles' },
  fetish: { category: 'explicit', icon: 'key-round' },
} as const satisfies Record<string, { category: InterestCategory; icon: string }>;

export type Interest = keyof typeof interests;

export const interestKeys = Object.keys(interests) as readonly Interest[];

export function isInterest(key: string): key is Interest {
  return Object.hasOwn(interests, key);
}

/** True for an interest that is offered and shown only on niches that allow it. */
export const isExplicit = (key: Interest): boolean => interests[key].category === 'explicit';

export function interestsFor(niche: { explicitInterests: boolean }): readonly Interest[] {
  return interestKeys.filter((key) => niche.explicitInterests || !isExplicit(key));
}
