import { findRelationships } from '../members/visibility/find-relationships.ts';
import { sightOf } from '../members/visibility/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Say } from '../platform/sentences.ts';
import type { Site } from '../platform/site.ts';
import { listOthers } from './queries-talk.ts';

/** Whose export it is, and where they are a member. */
export interface Owner {
  memberId: string;
  site: Site;
  say: Say;
}

/**
 * What the members and conversations in some rows are called, by their ids: the names that the product shows to the owner
 * now, and for everybody else the same words, so that nothing tells who blocked them. A former member is told as such
 * where the conversation tells it, too.
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
    const sight = one ? sightOf(one) : 'none';
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
