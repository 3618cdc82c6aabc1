import type { Call } from '../../platform/handler.ts';
import type { AccountRow } from '../queries.ts';

/** A used link of a change of address, with the locked account. */
export interface UsedLink {
  account: AccountRow;
  changeId: string;
  now: Date;
}

export type LinkCall = Pick<Call, 'context' | 'origin'>;
