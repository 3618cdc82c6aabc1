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

interface InterestFacts {
  category: InterestCategory;
  /** Name of the Lucide icon, in kebab case. */
  icon: string;
  /** Offered and shown only on niches that allow explicit interests. */
  explicit: boolean;
}

/** Every interest (specification, section 3), by category. `locales/interests/` has their names under these keys. */
export const interests = {
  relationship: { category: 'romance', icon: 'heart-handshake', explicit: false },
  kissing: { category: 'romance', icon: 'heart', explicit: false },
  cuddling: { category: 'romance', icon: 'hand-heart', explicit: false },
  flirting: { category: 'romance', icon: 'message-circle-heart', explicit: false },
  dating: { category: 'romance', icon: 'calendar-heart', explicit: false },
  romantic_dinners: { category: 'romance', icon: 'wine', explicit: false },
  deep_talks: { category: 'romance', icon: 'messages-square', explicit: false },
  gym: { category: 'active', icon: 'dumbbell', explicit: false },
  sports: { category: 'active', icon: 'trophy', explicit: false },
  running: { category: 'active', icon: 'footprints', explicit: false },
  yoga: { category: 'active', icon: 'person-standing', explicit: false },
  swimming: { category: 'active', icon: 'waves', explicit: false },
  biking: { category: 'active', icon: 'bike', explicit: false },
  football: { category: 'active', icon: 'goal', explicit: false },
  hiking: { category: 'active', icon: 'mountain', explicit: false },
  winter_sports: { category: 'active', icon: 'snowflake', explicit: false },
  motorcycling: { category: 'active', icon: 'motorbike', explicit: false },
  sailing: { category: 'active', icon: 'sailboat', explicit: false },
  adventure: { category: 'outdoors', icon: 'compass', explicit: false },
  animals: { category: 'outdoors', icon: 'paw-print', explicit: false },
  dogs: { category: 'outdoors', icon: 'dog', explicit: false },
  cats: { category: 'outdoors', icon: 'cat', explicit: false },
  beach: { category: 'outdoors', icon: 'umbrella', explicit: false },
  camping: { category: 'outdoors', icon: 'tent', explicit: false },
  gardening: { category: 'outdoors', icon: 'sprout', explicit: false },
  nature: { category: 'outdoors', icon: 'trees', explicit: false },
  sauna: { category: 'outdoors', icon: 'droplets', explicit: false },
  dancing: { category: 'going_out', icon: 'disc-3', explicit: false },
  nightlife: { category: 'going_out', icon: 'party-popper', explicit: false },
  concerts: { category: 'going_out', icon: 'mic', explicit: false },
  festivals: { category: 'going_out', icon: 'tickets', explicit: false },
  theatre: { category: 'going_out', icon: 'drama', explicit: false },
  museums: { category: 'going_out', icon: 'landmark', explicit: false },
  beer: { category: 'going_out', icon: 'beer', explicit: false },
  wine: { category: 'going_out', icon: 'grape', explicit: false },
  coffee: { category: 'going_out', icon: 'coffee', explicit: false },
  eating_out: { category: 'going_out', icon: 'utensils', explicit: false },
  cooking: { category: 'at_home', icon: 'cooking-pot', explicit: false },
  baking: { category: 'at_home', icon: 'croissant', explicit: false },
  games: { category: 'at_home', icon: 'gamepad-2', explicit: false },
  board_games: { category: 'at_home', icon: 'dices', explicit: false },
  reading: { category: 'at_home', icon: 'book-open', explicit: false },
  movies: { category: 'at_home', icon: 'clapperboard', explicit: false },
  do_it_yourself: { category: 'at_home', icon: 'hammer', explicit: false },
  music: { category: 'culture', icon: 'music', explicit: false },
  playing_music: { category: 'culture', icon: 'guitar', explicit: false },
  art: { category: 'culture', icon: 'palette', explicit: false },
  photography: { category: 'culture', icon: 'camera', explicit: false },
  writing: { category: 'culture', icon: 'feather', explicit: false },
  fashion: { category: 'culture', icon: 'shirt', explicit: false },
  shopping: { category: 'culture', icon: 'shopping-bag', explicit: false },
  travelling: { category: 'culture', icon: 'plane', explicit: false },
  history: { category: 'culture', icon: 'scroll-text', explicit: false },
  politics: { category: 'culture', icon: 'vote', explicit: false },
  science: { category: 'culture', icon: 'telescope', explicit: false },
  astrology: { category: 'culture', icon: 'moon-star', explicit: false },
  cars: { category: 'culture', icon: 'car', explicit: false },
  role_play: { category: 'explicit', icon: 'venetian-mask', explicit: true },
  sensual_massage: { category: 'explicit', icon: 'hand', explicit: true },
  lingerie: { category: 'explicit', icon: 'ribbon', explicit: true },
  domination: { category: 'explicit', icon: 'crown', explicit: true },
  submission: { category: 'explicit', icon: 'link', explicit: true },
  bondage: { category: 'explicit', icon: 'lock', explicit: true },
  swinging: { category: 'explicit', icon: 'shuffle', explicit: true },
  threesomes: { category: 'explicit', icon: 'users', explicit: true },
  toys: { category: 'explicit', icon: 'wand-sparkles', explicit: true },
  fetish: { category: 'explicit', icon: 'key-round', explicit: true },
} as const satisfies Record<string, InterestFacts>;

export type Interest = keyof typeof interests;

/** Icon names in use, so that the compiler can check that each has a component. */
export type InterestIcon = (typeof interests)[Interest]['icon'];

/** Every interest, in menu order. */
export const interestKeys = Object.keys(interests) as readonly Interest[];

/** Whether a text is the key of an interest. */
export function isInterest(key: string): key is Interest {
  return Object.hasOwn(interests, key);
}

/** Returns the interests that a niche offers: all of them, or all but the explicit ones. */
export function interestsFor(niche: { explicitInterests: boolean }): readonly Interest[] {
  return interestKeys.filter((key) => niche.explicitInterests || !interests[key].explicit);
}
