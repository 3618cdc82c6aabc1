import { shownMembersMax } from '../../contract/members/limits.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';
import { toIpSource } from '../platform/addresses.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import { dayMs } from '../platform/clock.ts';
import { refuse, retryAfter } from '../platform/failure.ts';
import type { Call } from '../platform/handler.ts';
import { listSummaries } from './list-summaries.ts';

/** One bit per member, chosen by the end of the id, since the start of the viewer's day. */
interface Shown {
  until: number;
  bits: Uint8Array;
  count: number;
}

const bitsPerViewer = 8_192;
/** Members who share a bit count once: this many bits are set after 1,900 to 2,000 members. */
const bitsMax = Math.round(bitsPerViewer * (1 - Math.exp(-shownMembersMax / bitsPerViewer))) - 50;
/** Keeps the memory below 20 MB. Beyond it, the viewer whose day started first starts over. */
const createViewers = () => new BoundedMap<string, Shown>(20_000);

/** A patient scraper stays within every other limit. Counts in the memory of the process. Throws request.too-many. */
export function enforceShownLimit({ context, member, ip }: Call, ids: readonly MemberId[]): void {
  const now = context.clock.now().getTime();
  const shown = getShown(context.memory(createViewers), member?.id ?? toIpSource(ip), now);
  const others = ids.filter((id) => id !== member?.id);
  const places = new Set(others.map((id) => Number.parseInt(id.slice(-8), 16) % bitsPerViewer));
  const fresh = [...places].filter((place) => ((shown.bits[place >> 3] ?? 0) & (1 << (place & 7))) === 0);
  if (fresh.length > 0 && shown.count + fresh.length > bitsMax * context.config.rateLimitFactor)
    refuse('request.too-many', retryAfter(shown.until - now));
  for (const place of fresh) shown.bits[place >> 3] = (shown.bits[place >> 3] ?? 0) | (1 << (place & 7));
  shown.count += fresh.length;
}

/** Counts the members found toward the viewer's daily limit. Throws request.too-many. */
export async function countAndListSummaries(call: Call, ids: readonly MemberId[]): Promise<ProfileSummary[]> {
  enforceShownLimit(call, ids);
  const looking = { site: call.site, viewerId: call.member?.id ?? null };
  const summaries = await listSummaries(call.context, looking, ids);
  return ids.flatMap((id) => summaries.get(id) ?? []);
}

function getShown(viewers: Map<string, Shown>, viewer: string, now: number): Shown {
  const known = viewers.get(viewer);
  if (known && known.until > now) return known;
  const fresh: Shown = { until: now + dayMs, bits: new Uint8Array(bitsPerViewer / 8), count: 0 };
  viewers.set(viewer, fresh);
  return fresh;
}
