import type { Country, Currency } from '../../contract/platform/countries.ts';
import type { MemberCall } from '../platform/handler.ts';
import type { Member } from '../platform/session.ts';

export type Buyer = Pick<MemberCall, 'context' | 'site'> & {
  member: Pick<Member, 'id' | 'paid' | 'signupAt' | 'email'>;
};

export interface Discount {
  code: string;
  percentage: number;
  expires: Date | null;
  /** The minimum price of an order, in minor units of `currency`. */
  minimum: number;
  country: Country | null;
  currency: Currency | null;
  /** The slot that an order with it uses up: see the table `discount_claims`. */
  slot: string;
  /** The scope of the code; null for the discount on the first purchase. */
  scope: string | null;
  memberUsesMax: number;
}
