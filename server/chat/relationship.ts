import type { Reader } from '../platform/database/database.ts';
import { type FactsRow, readFacts } from './queries.ts';

/** One member who looks at another, to write to them. */
export interface Meeting {
  viewerId: string;
  otherId: string;
}

/** What decides whether members may write to others, in the order of the meetings; nothing for who does not exist. */
export async function listFacts(reader: Reader, meetings: readonly Meeting[]): Promise<(FactsRow | undefined)[]> {
  const wanted = meetings.map(({ viewerId, otherId }) => ({ viewer_id: viewerId, other_id: otherId }));
  const rows = await reader.all(readFacts, [JSON.stringify(wanted)]);
  const found = new Map(rows.map((row) => [`${row.viewer_id} ${row.other_id}`, row]));
  return meetings.map(({ viewerId, otherId }) => found.get(`${viewerId} ${otherId}`));
}

/** The same for one meeting. */
export async function factsOf(reader: Reader, viewerId: string, otherId: string): Promise<FactsRow | undefined> {
  return (await listFacts(reader, [{ viewerId, otherId }]))[0];
}
