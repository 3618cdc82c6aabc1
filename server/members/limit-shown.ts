import { shownMembersMax } from '../../contract/members/limits.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';
import { toIpSource } from '../platform/limits/addresses.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import { type Clock, dayMs } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { refuse, retryAfter } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import type { SharedCount } from '../platform/limits/shared-counts.ts';
import { listSummaries } from './list-summaries.ts';

const bitsPerViewer = 8_192;
/** Members who share a bit count once: this many bits are set after 1,900 to 2,000 members. */
const bitsMax = Math.round(bitsPerViewer * (1 - Math.exp(-shownMembersMax / bitsPerViewer))) - 50;

/** One bit per member, chosen by the end of the id, since the start of the viewer's day. */
class Shown implements SharedCount {
  readonly name: string;
  /** Visitors are so many that Redis would fill up with a KB for each: every node counts those for itself. */
  readonly isShared: boolean;
  readonly #clock: Clock;
  #until: number;
  readonly #bits = new Uint8Array(bitsPerViewer / 8);
  #count = 0;
  /** How many bits all nodes knew at the last exchange. */
  #known = 0;

  constructor(viewer: string, clock: Clock, isShared: boolean) {
    this.name = `shown ${viewer}`;
    this.isShared = isShared;
    this.#clock = clock;
    this.#until = clock.now().getTime() + dayMs;
  }

  has(place: number): boolean {
    return ((this.#bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
  }

  add(places: readonly number[]): void {
    for (const place of places) this.#bits[place >> 3] = (this.#bits[place >> 3] ?? 0) | (1 << (place & 7));
    this.#count += places.length;
  }

  /** Returns how many bits are set once `more` are; see `SharedCounts` for the weight. */
  count(more: number, weight: number): number {
    return this.#known + (this.#count - this.#known + more) * weight;
  }

  msLeft(): number {
    return this.#until - this.#clock.now().getTime();
  }

  read(): Uint8Array {
    return this.#bits;
  }

  learn(_own: Uint8Array, total: Uint8Array | number, msLeft: number): void {
    this.#until = this.#clock.now().getTime() + msLeft;
    if (typeof total === 'number') return;
    for (const [index, byte] of total.entries()) this.#bits[index] = (this.#bits[index] ?? 0) | byte;
    this.#known = countBits(total);
    this.#count = countBits(this.#bits);
  }
}

function countBits(bytes: Uint8Array): number {
  let count = 0;
  for (let byte of bytes) for (; byte > 0; byte &= byte - 1) count += 1;
  return count;
}

/** Keeps the memory below 20 MB. Beyond it, the viewer whose day started first starts over. */
const createShownCounts = ({ sharedCounts }: Pick<AppContext, 'sharedCounts'>) => {
  const viewers = new BoundedMap<string, Shown>(20_000);
  sharedCounts?.register(() => [...viewers.values()].filter(({ isShared }) => isShared));
  return viewers;
};

/**
 * Limits scrapers patient enough to stay within every other limit. Counts in memory, which nodes with Redis exchange.
 * Throws request.too-many.
 */
export function enforceShownLimit({ context, member, ip }: Call, ids: readonly MemberId[]): void {
  const { clock, config } = context;
  const sharedCounts = member ? context.sharedCounts : null;
  const viewers = context.memory(createShownCounts);
  const shown = getShown(viewers, member?.id ?? toIpSource(ip), (viewer) => new Shown(viewer, clock, Boolean(member)));
  const others = ids.filter((id) => id !== member?.id);
  const places = new Set(others.map((id) => Number.parseInt(id.slice(-8), 16) % bitsPerViewer));
  const fresh = [...places].filter((place) => !shown.has(place));
  if (fresh.length === 0) return;
  if (shown.count(fresh.length, sharedCounts?.weight() ?? 1) > bitsMax * config.rateLimitFactor)
    refuse('request.too-many', retryAfter(shown.msLeft()));
  shown.add(fresh);
  sharedCounts?.markChanged(shown);
}

/** Counts the members found toward the viewer's daily limit. Throws request.too-many. */
export async function countAndListSummaries(call: Call, ids: readonly MemberId[]): Promise<ProfileSummary[]> {
  enforceShownLimit(call, ids);
  const looking = { site: call.site, viewerId: call.member?.id ?? null };
  const summaries = await listSummaries(call.context, looking, ids);
  return ids.flatMap((id) => summaries.get(id) ?? []);
}

function getShown(viewers: Map<string, Shown>, viewer: string, create: (viewer: string) => Shown): Shown {
  const known = viewers.get(viewer);
  if (known && known.msLeft() > 0) return known;
  const fresh = create(viewer);
  viewers.set(viewer, fresh);
  return fresh;
}
