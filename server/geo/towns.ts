import { type Country, countryCodes } from '../../contract/platform/countries.ts';
import { fold } from '../../contract/platform/fold.ts';
import type { DistanceBand } from '../../contract/geo/geo-bands.ts';
import { type Town, towns } from './towns.data.ts';

/** A point on the globe, in degrees. */
export interface Point {
  lat: number;
  lon: number;
}

export interface PlacedTown extends Town {
  country: Country;
}

interface Entry {
  town: PlacedTown;
  /** Spellings that a query is compared with: without accents, and with ae, oe, ue, aa for ä, ö, ü, å. */
  spellings: readonly string[];
}

const earthRadiusKm = 6371;
/** A degree of latitude, rounded down. */
const kmOfLatitude = 111;
const farthestKm = 300;

const digraphs: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

const index: ReadonlyMap<Country, readonly Entry[]> = new Map(
  countryCodes.map((country) => [country, towns[country].map((town) => entryOf(country, town)).sort(byName)]),
);

const all: readonly PlacedTown[] = [...index.values()].flat().map((entry) => entry.town);
const byId: ReadonlyMap<string, PlacedTown> = new Map(all.map((town) => [town.id, town]));

function entryOf(country: Country, town: Town): Entry {
  return { town: { ...town, country }, spellings: [plain(town.name), plain(withDigraphs(town.name))] };
}

function byName(a: Entry, b: Entry): number {
  return plain(a.town.name) < plain(b.town.name) ? -1 : 1;
}

function withDigraphs(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[äöüåø]/g, (letter) => digraphs[letter] ?? letter);
}

/** Strips accents, apostrophes and punctuation, so that `st polten` matches `St. Pölten`. */
function plain(text: string): string {
  return fold(text)
    .replaceAll(/['’‘`]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Returns at most `limit` towns of one country whose name matches the query: first names that begin with it, then names
 * with a later word that does, then names that contain it, each alphabetically. Case, accents and punctuation do not
 * matter. An empty query returns the first towns of the alphabet.
 */
export function findTowns(country: Country, query: string, limit: number): readonly PlacedTown[] {
  const typed = plain(query);
  const ranks: PlacedTown[][] = [[], [], []];
  for (const { town, spellings } of index.get(country) ?? []) {
    const rank = Math.min(...spellings.map((spelling) => rankOf(spelling, typed)));
    ranks[rank]?.push(town);
  }
  return ranks.flat().slice(0, Math.max(0, limit));
}

function rankOf(spelling: string, typed: string): number {
  if (spelling.startsWith(typed)) return 0;
  if (spelling.includes(` ${typed}`)) return 1;
  return spelling.includes(typed) ? 2 : Number.POSITIVE_INFINITY;
}

/** The town nearest to a point, in any country. Null when none lies within 300 km or the point is not on the globe. */
export function nearestTown(lat: number, lon: number): PlacedTown | null {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
  let nearest: PlacedTown | null = null;
  let nearestKm = farthestKm;
  for (const town of all) {
    // The distance is at least the difference in latitude, which is cheap to compute.
    if (Math.abs(town.lat - lat) * kmOfLatitude > nearestKm) continue;
    const km = distanceKm({ lat, lon }, town);
    if (km > nearestKm) continue;
    nearest = town;
    nearestKm = km;
  }
  return nearest;
}

/** All towns, of all countries. */
export function allTowns(): readonly PlacedTown[] {
  return all;
}

/** The town with this id, or undefined when there is none. */
export function townById(id: string): PlacedTown | undefined {
  return byId.get(id);
}

/** Great-circle distance in kilometers. Internal: answers contain only its band. */
export function distanceKm(a: Point, b: Point): number {
  const radians = Math.PI / 180;
  const halfLat = Math.sin(((b.lat - a.lat) * radians) / 2);
  const halfLon = Math.sin(((b.lon - a.lon) * radians) / 2);
  const chord = halfLat ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * halfLon ** 2;
  // Rounding can push the chord of two antipodes slightly above 1.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** The band of a distance in kilometers; a band begins at its lower bound, and 100 km is in `50-100`. */
export function distanceBand(km: number): DistanceBand {
  if (km < 10) return '<10';
  if (km < 25) return '10-25';
  if (km < 50) return '25-50';
  return km <= 100 ? '50-100' : '>100';
}
