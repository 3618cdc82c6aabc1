import { shownMembersMax } from '../../contract/members/limits.ts';
import { toIpSource } from '../platform/addresses.ts';
import { dayMs } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { refuse, retryAfter } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';

/** Members shown to a viewer since the start of their day: one bit per member, chosen by the end of the id. */
interface Shown {
  until: number;
  bits: Uint8Array;
  count: number;
}

const bitsPerViewer = 8_192;
/** Members who share a bit count once: this many bits are set after 1,900 to 2,000 members. */
const bitsMax = Math.round(bitsPerViewer * (1 - Math.exp(-shownMembersMax / bitsPerViewer))) - 50;
/** Keeps the memory below 20 MB. Beyond it, the viewer whose day started first starts over. */
const viewersMax = 20_000;
const shownTo = new WeakMap<Database, Map<string, Shown>>();

/**
 * Refuses more than `shownMembersMax` different members a day per account, or per address without one: a patient
 * scraper stays within every other limit. Counts in the memory of the process. Throws request.too-many.
 */
export function limitShown({ context, member, ip }: Call, ids: readonly string[]): void {
  const now = context.clock.now().getTime();
  const shown = shownOf(context.database, member?.id ?? toIpSource(ip), now);
  const places = new Set(
    ids.filter((id) => id !== member?.id).map((id) => Number.parseInt(id.slice(-8), 16) % bitsPerViewer),
  );
  const fresh = [...places].filter((place) => !isSet(shown.bits, place));
  if (fresh.length > 0 && shown.count + fresh.length > bitsMax * context.config.rateLimitFactor)
    refuse('request.too-many', retryAfter(shown.until - now));
  for (const place of fresh) set(shown.bits, place);
  shown.count += fresh.length;
}

function shownOf(database: Database, viewer: string, now: number): Shown {
  const viewers = shownTo.get(database) ?? new Map<string, Shown>();
  shownTo.set(database, viewers);
  const known = viewers.get(viewer);
  if (known && known.until > now) return known;
  const [oldest] = viewers.keys();
  if (viewers.size >= viewersMax && oldest !== undefined) viewers.delete(oldest);
  const fresh: Shown = { until: now + dayMs, bits: new Uint8Array(bitsPerViewer / 8), count: 0 };
  // Deleted first, so that the map stays in the order in which days started.
  viewers.delete(viewer);
  viewers.set(viewer, fresh);
  return fresh;
}

const isSet = (bits: Uint8Array, place: number): boolean => ((bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;

function set(bits: Uint8Array, place: number): void {
  bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
}
