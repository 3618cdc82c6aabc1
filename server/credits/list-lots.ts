import type { CreditLot } from '../../contract/credits.ts';
import type { Reader } from '../platform/database/database.ts';
import { presentLot } from './present.ts';
import { listOpenLots } from './queries.ts';

/** What is left of a member's purchases and free grants, in spending order, with what it cost them. */
export async function listLots(reader: Reader, memberId: string): Promise<CreditLot[]> {
  return (await reader.all(listOpenLots, { memberIds: [memberId] })).map(presentLot);
}
