import { swipeAgainAfterDays } from '../../../contract/likes/limits.ts';
import type { Suggestion, SearchQuery } from '../../../contract/members/operations.ts';
import { shownOn } from '../../../contract/members/shown-profile.ts';
import { anyCountry } from '../../../contract/platform/countries.ts';
import { after, dayMs } from '../../platform/clock.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { enforceShownLimit } from '../limit-shown.ts';
import { hydrate } from '../list-summaries.ts';
import { type ViewerRow, listTraits } from '../queries.ts';
import { agesNear, readFilters } from '../search/filters.ts';
import { findMembers } from '../search/find-members.ts';
import { findRelationships } from '../visibility/find-relationships.ts';
import { isFindable, findSendBlocker, textPrice } from '../visibility/rules.ts';
import { sharedBetween, maySuggestFictional, closeness } from './rules.ts';

export async function listSuggestions(
  call: MemberCall,
  viewer: ViewerRow,
  ids: readonly MemberId[],
): Promise<Suggestion[]> {
  const { context, site, member } = call;
  const [seen, shared] = await Promise.all([
    hydrate(context, { site, viewerId: member.id }, ids, (id) => id),
    findShared(call, viewer, ids),
  ]);
  const results = seen.flatMap(({ row: id, profile, relationship }) => {
    const { fictional, conversation_id, conversation_hidden } = relationship;
    const traits = shared.get(id);
    if (!isFindable(relationship) || !traits || (fictional && !maySuggestFictional(site.settings))) return [];
    return {
      ...profile,
      shared: traits,
      conversation: conversation_hidden === false ? conversation_id : null,
      message_credits: textPrice(site.settings, relationship),
      send_blocker: findSendBlocker(relationship),
    };
  });
  const shownIds = results.map(({ id }) => id);
  enforceShownLimit(call, shownIds);
  return results;
}

interface Wanted {
  most: number;
  /** Excludes members whom the caller likes, has a conversation with, or recently saw in the swipe game. */
  strangers: boolean;
  last?: readonly MemberId[];
}

/**
 * Prefers members within 100 km, then within 250 km, then of the same country, then of any country, and all near the
 * viewer's age before others; within each group, those with the most in common.
 */
export async function pickMembers(call: MemberCall, viewer: ViewerRow, wanted: Wanted): Promise<MemberId[]> {
  const { context, site, member, country } = call;
  const { most, strangers, last = [] } = wanted;
  const ages = agesNear(call, viewer);
  const everywhere = { country: anyCountry } as const;
  const near = ['100', '250'] as const;
  const reaches: SearchQuery[] = [
    ...(viewer.town ? near.map((distance) => ({ ...ages, ...everywhere, distance })) : []),
    { ...ages, country: viewer.country },
    { ...ages, ...everywhere },
    everywhere,
  ];
  const picked: MemberId[] = [];
  for (const avoided of last.length > 0 ? [last, []] : [[]])
    for (const reach of reaches) {
      if (picked.length >= most) return picked;
      const now = context.clock.now();
      const filters = {
        ...readFilters({ ...reach, with_photo: true }, { site, viewerId: member.id, viewer, country, now }),
        fictional: maySuggestFictional(site.settings),
        ...(strangers && { unmetSince: after(now, -swipeAgainAfterDays * dayMs) }),
        except: [...picked, ...avoided],
      };
      const { ids } = await findMembers(context, filters, 1);
      const open = strangers ? await filterUnwritten(call, ids) : ids;
      const shared = await findShared(call, viewer, open);
      const rank = (id: MemberId): number => closeness(shared.get(id));
      picked.push(...open.toSorted((a, b) => rank(b) - rank(a)).slice(0, most - picked.length));
    }
  return picked;
}

async function filterUnwritten(call: MemberCall, ids: readonly MemberId[]): Promise<MemberId[]> {
  const { context, site, member } = call;
  const views = ids.map((otherId) => ({ viewerId: member.id, otherId, site }));
  const found = await findRelationships(context.database, views);
  const open = new Set(found.flatMap((one) => (one && one.conversation_id === null ? [one.other_id] : [])));
  return ids.filter((id) => open.has(id));
}

/** Returns what the viewer has in common with each of the members. */
async function findShared({ context, site }: MemberCall, viewer: ViewerRow, ids: readonly MemberId[]) {
  const shown = shownOn(site.settings, { isMember: true });
  const rows = await context.database.all(listTraits, { memberIds: ids });
  const now = context.clock.now();
  return new Map(rows.map((row) => [row.member_id, sharedBetween(viewer, row, shown, now)]));
}
