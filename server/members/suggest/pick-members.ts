import { swipeAgainAfterDays } from '../../../contract/likes/limits.ts';
import type { SearchQuery } from '../../../contract/members/operations.ts';
import { shownOn } from '../../../contract/members/shown-profile.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { MemberCall } from '../../platform/handler.ts';
import type { SeekerRow } from '../queries.ts';
import { agesNear } from '../search/ages-near.ts';
import type { Filters } from '../search/filters.ts';
import { findMembers } from '../search/find-members.ts';
import { readFilters } from '../search/read-filters.ts';
import { findRelationships } from '../visibility/find-relationships.ts';
import { listTraits } from './queries.ts';
import { closeness, sharedBetween, standsIn } from './rules.ts';

export interface Wanted {
  most: number;
  /** Excludes members whom the caller likes, has a conversation with, or recently saw in the swipe game. */
  strangers: boolean;
  /** Members who are picked only if nobody else is left. */
  last?: readonly string[];
}

/**
 * Picks members with a photo from the caller's search: first those within 100 km, then those of the same country, then
 * others; within each group, those with the most in common first.
 */
export async function pickMembers(call: MemberCall, searcher: SeekerRow, wanted: Wanted): Promise<string[]> {
  const { most, strangers, last = [] } = wanted;
  const ages = agesNear(call, searcher);
  const reaches: SearchQuery[] = [
    ...(searcher.town ? [{ ...ages, distance: '100' as const }] : []),
    { ...ages, country: searcher.country },
    // Any country, on the demo site only: there, the default search names none.
    ...(call.site.settings.demo ? [ages] : []),
    {},
  ];
  const picked: string[] = [];
  for (const avoided of last.length > 0 ? [last, []] : [[]])
    for (const reach of reaches) {
      if (picked.length >= most) return picked;
      const filters = filtersFor(call, searcher, reach, strangers);
      const { ids } = await findMembers(call.context, { ...filters, except: [...picked, ...avoided] }, 1);
      const open = strangers ? await withoutWritten(call, ids) : ids;
      picked.push(...(await byCloseness(call, searcher, open)).slice(0, most - picked.length));
    }
  return picked;
}

function filtersFor(call: MemberCall, searcher: SeekerRow, reach: SearchQuery, strangers: boolean): Filters {
  const { context, site, member, country } = call;
  const now = context.clock.now();
  return {
    ...readFilters({ ...reach, with_photo: true }, { site, viewerId: member.id, searcher, country, now }),
    fictional: standsIn(site.settings),
    ...(strangers && { unmetSince: after(now, -swipeAgainAfterDays * dayMs) }),
  };
}

async function withoutWritten({ context, site, member }: MemberCall, ids: readonly string[]): Promise<string[]> {
  const views = ids.map((otherId) => ({ viewerId: member.id, otherId, site }));
  const found = await findRelationships(context.database, views);
  const open = new Set(found.flatMap((one) => (one && one.conversation_id === null ? [one.other_id] : [])));
  return ids.filter((id) => open.has(id));
}

/** Sorts by common traits, most first; ties keep the order of the search. */
async function byCloseness(
  { context, site }: MemberCall,
  searcher: SeekerRow,
  ids: readonly string[],
): Promise<string[]> {
  const now = context.clock.now();
  const shown = shownOn(site.settings, { isMember: true });
  const rows = await context.database.all(listTraits, { memberIds: ids });
  const close = new Map(rows.map((row) => [row.member_id, closeness(sharedBetween(searcher, row, shown, now))]));
  return ids.toSorted((a, b) => (close.get(b) ?? 0) - (close.get(a) ?? 0));
}
