import { shownOn } from '../../../contract/members/shown-profile.ts';
import type { Suggestion } from '../../../contract/members/suggestions.ts';
import type { MemberCall } from '../../platform/handler.ts';
import { limitShown } from '../limit-shown.ts';
import { listSummaries } from '../list-summaries.ts';
import type { SeekerRow } from '../queries.ts';
import { findRelationships } from '../visibility/find-relationships.ts';
import { isFindable, findSendBlocker, textPrice } from '../visibility/rules.ts';
import { listTraits } from './queries.ts';
import { sharedBetween, standsIn } from './rules.ts';

/** Returns the given members as suggestions, in order, without those whom the caller cannot find now. */
export async function listSuggestions(
  call: MemberCall,
  searcher: SeekerRow,
  ids: readonly string[],
): Promise<Suggestion[]> {
  const { context, site, member } = call;
  const views = ids.map((otherId) => ({ viewerId: member.id, otherId, site }));
  const [summaries, relationships, traits] = await Promise.all([
    listSummaries(context, { site, viewerId: member.id }, ids),
    findRelationships(context.database, views),
    context.database.all(listTraits, { memberIds: ids }),
  ]);
  const shown = shownOn(site.settings, { isMember: true });
  const results = relationships.flatMap((relationship) => {
    if (!relationship || !isFindable(relationship)) return [];
    const { other_id: id, fictional, conversation_id, conversation_hidden } = relationship;
    const summary = summaries.get(id);
    const other = traits.find(({ member_id }) => member_id === id);
    if (!summary || !other || (fictional && !standsIn(site.settings))) return [];
    return {
      ...summary,
      shared: sharedBetween(searcher, other, shown, context.clock.now()),
      conversation: conversation_hidden === false ? conversation_id : null,
      message_credits: textPrice(site.settings, relationship),
      bar: findSendBlocker(relationship),
    };
  });
  limitShown(
    call,
    results.map(({ id }) => id),
  );
  return results;
}
