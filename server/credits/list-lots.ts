import type { CreditLot } from '../../contract/credits/operations.ts';
import type { Reader } from '../platform/database/database.ts';
import { presentLot } from './present.ts';
import { listOpenLots } from './queries.ts';

/** The open lots of a member in spending order, with their price. */
export async function listLots(reader: Reader, memberId: string): Promise<CreditLot[]> {
  return (await reader.all(listOpenLots, { memberIds: [memberId] })).map(presentLot);
}
