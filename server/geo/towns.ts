import { type DistanceBand, distanceBands, distancesKm, farthestBand } from '../../contract/geo/geo-bands.ts';
import { regions } from '../../contract/geo/regions.data.ts';
import type { Town as ListedTown } from '../../contract/members/operations.ts';
import { type Country, countryCodes } from '../../contract/platform/countries.ts';
import { fold } from '../../contract/platform/fold.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import { refuseFields } from '../platform/failure.ts';
import { type Town, towns } from './towns.data.ts';

interface Point {
  lat: number;
  lon: number;
}

export interface PlacedTown extends Town {
  country: Country;
}

interface Entry {
  town: PlacedTown;
  /** Spellings drop accents, or write ae, oe, ue, aa for ä, ö, ü, å. */
  spellings: readonly string[];
}

const earthRadiusKm = 6371;
const kmOfLatitude = 111;
const farthestKm = 300;
const boundsKm = distancesKm.map(Number);

const digraphs: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

const index: ReadonlyMap<Country, readonly Entry[]> = new Map(
  countryCodes.map((country) => [country, towns[country].map((town) => buildEntry(country, town)).sort(byName)]),
);

const all: readonly PlacedTown[] = [...index.values()].flat().map((entry) => entry.town);
const byId: ReadonlyMap<string, PlacedTown> = new Map(all.map((town) => [town.id, town]));

function buildEntry(country: Country, town: Town): Entry {
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

/** Makes `st polten` match `St. Pölten`. */
function plain(text: string): string {
  return fold(text)
    .replaceAll(/['’‘`]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * Finds towns by name: first names that begin with the query, then names with a later word that does, then names that
 * contain it, each alphabetically. Case, accents and punctuation do not matter.
 */
export function findTowns(country: Country, query: string, limit: number): readonly PlacedTown[] {
  const typed = plain(query);
  const ranks: PlacedTown[][] = [[], [], []];
  for (const { town, spellings } of index.get(country) ?? []) {
    const rank = Math.min(...spellings.map((spelling) => computeRank(spelling, typed)));
    ranks[rank]?.push(town);
  }
  return ranks.flat().slice(0, Math.max(0, limit));
}

function computeRank(spelling: string, typed: string): number {
  if (spelling.startsWith(typed)) return 0;
  if (spelling.includes(` ${typed}`)) return 1;
  return spelling.includes(typed) ? 2 : Number.POSITIVE_INFINITY;
}

/** Returns the nearest town; null when none lies within 300 km or the point is not on the globe. */
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

export function allTowns(): readonly PlacedTown[] {
  return all;
}

export function countTowns(country: Country): number {
  return towns[country].length;
}

export function townById(id: string): PlacedTown | undefined {
  return byId.get(id);
}

/** Returns the distance of two points. It stays internal: responses contain only the band of a distance. */
export function distanceKm(a: Point, b: Point): number {
  const radians = Math.PI / 180;
  const halfLat = Math.sin(((b.lat - a.lat) * radians) / 2);
  const halfLon = Math.sin(((b.lon - a.lon) * radians) / 2);
  const chord = halfLat ** 2 + Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * halfLon ** 2;
  // Rounding can push the chord of two antipodes slightly above 1.
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** Returns the band of a distance. It begins at its lower bound: 100 km is in `100-250`. */
export function distanceBand(km: number): DistanceBand {
  const band = boundsKm.findIndex((bound) => km < bound);
  return distanceBands[band] ?? farthestBand;
}

export function toTown({ id, name, region, country }: PlacedTown): ListedTown {
  return { id, name, region, country };
}

/** A list per band but the last, nearest first. The first includes the town. */
export type TownRings = readonly (readonly PlacedTown[])[];

/** Around a town in Europe, the rings list a thousand others. */
const kept = new BoundedMap<string, TownRings>(1_000);

export function townRings(townId: string): TownRings {
  const from = townById(townId);
  if (!from) return [];
  const known = kept.get(townId);
  if (known) return known;
  const placed = allTowns().map((town) => ({ town, band: distanceBand(distanceKm(from, town)) }));
  const rings = distanceBands
    .slice(0, -1)
    .map((band) => placed.filter((one) => one.band === band).map(({ town }) => town));
  kept.set(townId, rings);
  return rings;
}

/**
 * Derives the region of a town, or checks one that was chosen without a town. Throws input.invalid with `town`
 * (town.not-found) or `countryregion` (field.invalid).
 */
export function resolvePlace(
  country: Country,
  region: string | null,
  townId: string | null,
): { region: string | null; town: string | null } {
  if (townId !== null) {
    const town = townById(townId);
    refuseFields({ town: town?.country === country ? undefined : 'town.not-found' });
    return { region: town?.region ?? null, town: townId };
  }
  const known = region === null || regions[country].some((one) => one.code === region);
  refuseFields({ countryregion: known ? undefined : 'field.invalid' });
  return { region, town: null };
}
