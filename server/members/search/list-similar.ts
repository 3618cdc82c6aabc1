import { ageAt } from '../../../contract/members/birth-date.ts';
import { similarMax } from '../../../contract/members/limits.ts';
import { shownOn } from '../../../contract/members/shown-profile.ts';
import { admitsSearch, hasTrafficSource } from '../../../contract/sources/tracking.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAndListSummaries } from '../limit-shown.ts';
import { findViewer } from '../queries.ts';
import { groupsFor, latestBirthday } from '../rules.ts';
import { findVisible } from '../visibility/find-relationships.ts';
import { type Filters, townsNear } from './filters.ts';
import { keepFindable } from './find-members.ts';
import { findNearest } from './queries.ts';
import { listNeighbors } from './slices.ts';

const yearsApartMax = 8;

/**
 * Lists members of the same gender, at most eight years apart: of the same country, then within 500 km of the viewer,
 * then of neighboring countries, then of all; within each, most visible interests in common first, then closest in age
 * (specification, section 3). Throws profile.not-found, search.members-only.
 */
export const listSimilar: Handler<'listSimilar'> = async ({ id }, call) => {
  const { context, site, member, visit } = call;
  must(member || admitsSearch(site.settings, hasTrafficSource(visit.tracking)), 'search.members-only');
  const viewerId = member?.id ?? null;
  await findVisible(context.database, { site, viewerId }, id);
  const [like, viewer] = await Promise.all([
    context.database.first(findViewer, { memberId: id }),
    viewerId ? context.database.first(findViewer, { memberId: viewerId }) : undefined,
  ]);
  must(like, 'profile.not-found');
  const groups = groupsFor(viewer ?? null, like.gender);
  if (groups.length === 0) return { results: [], numResults: 0 };
  const now = context.clock.now();
  const age = ageAt(like.date_of_birth, now);
  const { fields, interests } = shownOn(site.settings, { isMember: member !== null });
  const alike: Filters = {
    viewerId,
    pool: viewer?.pool ?? site.pool,
    fictional: site.settings.fictional_warning,
    groups,
    bornUntil: latestBirthday(Math.max(0, age - yearsApartMax), now),
    bornAfter: latestBirthday(age + yearsApartMax + 1, now),
    chosen: {},
  };
  const towns = townsNear(fields.has('town') ? (viewer?.town ?? null) : null, '500');
  const reaches: Partial<Filters>[] = [
    { country: like.country },
    ...(towns.length > 0 ? [{ towns }] : []),
    { countries: listNeighbors(like.country) },
    {},
  ];
  const to = { interests: like.interests.filter((key) => interests.has(key)), age, now };
  const reader = context.database.reader(viewerId);
  const ids: MemberId[] = [];
  for (const reach of reaches) {
    if (ids.length >= similarMax) break;
    const rows = await reader.all(findNearest({ ...alike, ...reach, except: [id, ...ids] }, to));
    ids.push(...rows.map((row) => row.member_id).slice(0, similarMax - ids.length));
  }
  const results = await countAndListSummaries(call, await keepFindable(context.database, reader, alike, ids));
  return { results, numResults: results.length };
};
