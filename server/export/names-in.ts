import { findRelationships } from '../members/visibility/find-relationships.ts';
import { deriveSight } from '../members/visibility/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Say } from '../platform/sentences.ts';
import type { Site } from '../platform/site.ts';
import { listOthers } from './queries-talk.ts';

/** The member whose export it is, with their site and language. */
export interface Owner {
  memberId: string;
  site: Site;
  say: Say;
}

/**
 * Maps the ids of members and conversations in some rows to names: those that the product shows to the owner now.
 * Members whom the owner cannot see all get the same words, so that nothing reveals who blocked the owner. A former
 * member is called that, as in the conversation.
 */
export async function namesIn(
  database: Database,
  { memberId, site, say }: Owner,
  rows: readonly { member?: unknown; conversation?: unknown }[],
): Promise<Map<string, string>> {
  const talks = idsIn(rows.map(({ conversation }) => conversation));
  const others = talks.length > 0 ? await database.all(listOthers, { memberId, conversationIds: talks }) : [];
  const ids = idsIn([...rows.map(({ member }) => member), ...others.map(({ member }) => member)]);
  const views = ids.map((otherId) => ({ viewerId: memberId, otherId, site }));
  const relationships = await findRelationships(database, views);
  const nameOf = (one: (typeof relationships)[number]): string => {
    const sight = one ? deriveSight(one) : 'none';
    if (!one || sight === 'none' || sight === 'blocked') return say('payments.someone');
    return one.status === 'hidden' ? say('common.former-member') : one.name;
  };
  const names = new Map(ids.map((id, position) => [id, nameOf(relationships[position])]));
  for (const { conversation, member } of others) names.set(conversation, names.get(member) ?? '');
  return names;
}

const idsIn = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];
