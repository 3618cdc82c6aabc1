import { ageAt } from '../../../contract/members/birth-date.ts';
import { shownOn } from '../../../contract/members/shown-profile.ts';
import { admitsSearch, hasTrafficSource } from '../../../contract/sources/tracking.ts';
import { must } from '../../platform/failure.ts';
import type { Handler } from '../../platform/handler.ts';
import { countAndListSummaries } from '../limit-shown.ts';
import { findViewer } from '../queries.ts';
import { groupsFor, latestBirthday } from '../rules.ts';
import { findVisible } from '../visibility/find-relationships.ts';
import { findNearest } from './queries.ts';

const yearsApartMax = 8;

/**
 * Lists members of the same gender and country, at most eight years apart; most visible interests in common first, then
 * closest in age (specification, section 3). Throws profile.not-found, search.members-only.
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
  const { interests } = shownOn(site.settings, { isMember: member !== null });
  const nearest = findNearest(
    {
      viewerId,
      pool: viewer?.pool ?? site.pool,
      fictional: site.settings.fictional_warning,
      groups,
      country: like.country,
      bornUntil: latestBirthday(Math.max(0, age - yearsApartMax), now),
      bornAfter: latestBirthday(age + yearsApartMax + 1, now),
      chosen: {},
      except: [id],
    },
    { interests: like.interests.filter((key) => interests.has(key)), age, now },
  );
  const ids = (await context.database.all(nearest)).map((row) => row.member_id);
  const results = await countAndListSummaries(call, ids);
  return { results, numResults: results.length };
};
