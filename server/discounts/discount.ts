import type { Country, Currency } from '../../contract/countries.ts';
import type { MemberCall } from '../platform/handler.ts';
import type { Member } from '../platform/session.ts';

/** Whose discount is looked for: the member of a call, or of an e-mail. */
export type Buyer = Pick<MemberCall, 'context' | 'site'> & {
  member: Pick<Member, 'id' | 'paid' | 'signupAt' | 'email'>;
};

/** A discount that a member can use now. */
export interface Discount {
  code: string;
  percentage: number;
  /** When it ends, if it does. */
  expires: Date | null;
  /** The least price of an order, in minor units of `currency`. */
  minimum: number;
  country: Country | null;
  currency: Currency | null;
  /** What an order with it uses up: see the table `discount_claims`. */
  slot: string;
  /** The scope whose code it is; null for the discount on the first purchase. */
  scope: string | null;
  memberUsesMax: number;
}
