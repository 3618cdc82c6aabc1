import type { Call } from '../../platform/handler.ts';
import type { AccountRow } from '../queries.ts';

/** One link of a change of address, whose account is locked and whose token is used. */
export interface UsedLink {
  account: AccountRow;
  changeId: string;
  now: Date;
}

export type LinkCall = Pick<Call, 'context' | 'origin'>;
