import type { ChargebackData } from '@mollie/api-client/dist/types/data/chargebacks/Chargeback.d.ts';
import type { CustomerData } from '@mollie/api-client/dist/types/data/customers/Customer.d.ts';
import type { MandateData } from '@mollie/api-client/dist/types/data/customers/mandates/data.d.ts';
import type { MethodData } from '@mollie/api-client/dist/types/data/methods/data.d.ts';
import type { PaymentData } from '@mollie/api-client/dist/types/data/payments/data.d.ts';
import type { RefundData } from '@mollie/api-client/dist/types/data/refunds/data.d.ts';
import type Stripe from 'stripe';

type Literals<T> = T extends string ? (string extends T ? never : `${T}`) : never;
type Text<T> = [Literals<T>] extends [never] ? string : Literals<T>;

/** A response in a vendor's client: unknown fields are not allowed; those that the app does not read may be missing. */
type Sent<T, Absent> = unknown extends T
  ? unknown
  : ([Extract<T, string>] extends [never] ? never : Text<Extract<T, string>>) | SentPart<Exclude<T, string>, Absent>;
type SentPart<T, Absent> = T extends number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? Sent<Item, Absent>[]
    : { [Name in keyof T]?: Sent<T[Name], Absent> | Absent };

/** Allows null everywhere, because Mollie's types do not say which fields may be null. */
type Mollie<T> = Sent<T, null>;
type OfStripe<T> = Sent<T, never>;

/** Fields that Mollie's OpenAPI document has, but its client lacks. */
interface Funding {
  details?: { cardFunding: 'debit' | 'credit' | 'prepaid' | 'deferred-debit' };
}
interface Dashboard {
  _links: { dashboard: { href: string; type: string } };
}

export interface VendorTypes {
  'Mollie payment': Mollie<PaymentData & Funding>;
  'Mollie refund': Mollie<RefundData>;
  'Mollie chargeback': Mollie<ChargebackData>;
  'Mollie customer': Mollie<CustomerData & Dashboard>;
  'Mollie mandate': Mollie<
    MandateData & { customerId: string; scopes: ('customer-present' | 'customer-not-present')[] }
  >;
  'Mollie method': Mollie<MethodData>;
  'Stripe session': OfStripe<Stripe.Checkout.Session>;
  'Stripe payment intent': OfStripe<Stripe.PaymentIntent>;
  'Stripe charge': OfStripe<Stripe.Charge>;
  'Stripe refund': OfStripe<Stripe.Refund>;
  'Stripe dispute': OfStripe<Stripe.Dispute>;
  'Stripe customer': OfStripe<Stripe.Customer>;
  'Stripe payment method': OfStripe<Stripe.PaymentMethod>;
  'Stripe setup intent': OfStripe<Stripe.SetupIntent>;
  'Stripe configuration': OfStripe<Stripe.PaymentMethodConfiguration>;
}
