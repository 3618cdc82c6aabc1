import { findRelationships } from '../members/visibility/find-relationships.ts';
import { deriveSight } from '../members/visibility/rules.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Site } from '../platform/site.ts';

/** The names of other members in ledger entries, by id, if the member may know of them and they have not left. */
export async function knownOthers(
  reader: Reader,
  { memberId, site }: { memberId: string; site: Site },
  rows: readonly { other_id: string | null }[],
): Promise<Map<string, string>> {
  const others = [...new Set(rows.flatMap(({ other_id }) => other_id ?? []))];
  const views = others.map((otherId) => ({ viewerId: memberId, otherId, site }));
  const relationships = await findRelationships(reader, views);
  const known = relationships.filter((one) => one && one.status !== 'hidden' && deriveSight(one) !== 'none');
  return new Map(known.flatMap((one) => (one ? [[one.other_id, one.name]] : [])));
}
