import { arch, blinds, books, cafe, candles, kitchen, plants, window } from './scenes-inside.ts';
import type { Scene } from './scenes-inside.ts';
import { canal, city, garlands, hills, park, sea } from './scenes-outside.ts';
import type { SceneName } from './types.ts';

/** The fourteen places a portrait can be set in. */
export const SCENES: Record<SceneName, Scene> = {
  arch,
  blinds,
  window,
  plants,
  sea,
  hills,
  city,
  canal,
  cafe,
  books,
  garlands,
  park,
  candles,
  kitchen,
};
