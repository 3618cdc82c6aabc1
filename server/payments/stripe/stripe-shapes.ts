import Type from 'typebox';
import { Compile } from 'typebox/compile';

import { nullable } from '../../../contract/platform/common.ts';

/** The parts of the API's objects that we read. Any other shape is a fault; nothing is guessed. */
const Amount = Type.Integer({ minimum: 0 });
const Currency = Type.String({ pattern: '^[a-z]{3}$' });

const Place = { country: Type.Optional(nullable(Type.String())) };
/** The fifth and sixth letter of a BIC are its bank's country. */
const Bank = { bic: Type.Optional(nullable(Type.String())) };

const Charge = Type.Object({
  object: Type.Literal('charge'),
  amount_refunded: Amount,
  disputed: Type.Boolean(),
  payment_method_details: Type.Optional(
    nullable(
      Type.Object({
        card: Type.Optional(nullable(Type.Object({ fingerprint: Type.Optional(nullable(Type.String())), ...Place }))),
        sepa_debit: Type.Optional(nullable(Type.Object(Place))),
        ideal: Type.Optional(nullable(Type.Object(Bank))),
        bancontact: Type.Optional(nullable(Type.Object(Bank))),
      }),
    ),
  ),
});

/** Objects older than 2018 have other prefixes. */
const MethodId = Type.String({ pattern: '^(?:pm|card|src|ba)_[A-Za-z0-9_]{1,100}$' });

const Intent = Type.Object({
  object: Type.Literal('payment_intent'),
  id: Type.String({ pattern: '^pi_[A-Za-z0-9_]{1,100}$' }),
  status: Type.Enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'requires_capture',
    'canceled',
    'succeeded',
  ]),
  amount: Amount,
  amount_received: Amount,
  currency: Currency,
  livemode: Type.Boolean(),
  created: Type.Optional(Type.Integer()),
  metadata: Type.Unknown(),
  setup_future_usage: nullable(Type.String()),
  payment_method: nullable(MethodId),
  // The page where the buyer's bank asks them.
  next_action: Type.Optional(
    nullable(Type.Object({ redirect_to_url: Type.Optional(Type.Object({ url: nullable(Type.String()) })) })),
  ),
  // The response to the call that made a declined charge does not expand the charge.
  latest_charge: Type.Union([Type.Null(), Type.String(), Charge]),
});

const Session = Type.Object({
  object: Type.Literal('checkout.session'),
  id: Type.String({ pattern: '^cs_(?:test|live)_[A-Za-z0-9]{1,100}$' }),
  status: Type.Enum(['open', 'complete', 'expired']),
  payment_status: Type.Enum(['paid', 'unpaid']),
  amount_total: Amount,
  currency: Currency,
  livemode: Type.Boolean(),
  created: Type.Optional(Type.Integer()),
  metadata: Type.Unknown(),
  url: Type.Optional(nullable(Type.String({ maxLength: 5_000 }))),
  payment_intent: nullable(Intent),
});

const PaymentMethod = Type.Object({
  object: Type.Literal('payment_method'),
  id: MethodId,
  type: Type.String(),
  card: Type.Optional(
    nullable(
      Type.Object({
        brand: Type.String(),
        last4: Type.String(),
        exp_month: Type.Integer({ minimum: 1, maximum: 12 }),
        exp_year: Type.Integer({ minimum: 2000, maximum: 9999 }),
        fingerprint: Type.Optional(nullable(Type.String())),
      }),
    ),
  ),
  sepa_debit: Type.Optional(nullable(Type.Object({ last4: nullable(Type.String()) }))),
});

const Refund = Type.Object({
  object: Type.Literal('refund'),
  id: Type.String({ minLength: 1, maxLength: 100 }),
  amount: Amount,
  currency: Currency,
  status: nullable(Type.Enum(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'])),
});

const Dispute = Type.Object({
  object: Type.Literal('dispute'),
  id: Type.String({ minLength: 1, maxLength: 100 }),
  amount: Amount,
  currency: Currency,
  status: Type.Enum([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'needs_response',
    'under_review',
    'appeal_needs_response',
    'appeal_under_review',
    'prevented',
    'won',
    'lost',
  ]),
});

export const shapes = {
  session: Compile(Session),
  intent: Compile(Intent),
  'payment method': Compile(PaymentMethod),
  refund: Compile(Refund),
  dispute: Compile(Dispute),
  reference: Compile(Type.Object({ member_id: Type.String(), payment_id: Type.String() })),
  customer: Compile(Type.Object({ object: Type.Literal('customer'), id: Type.String({ pattern: '^cus_' }) })),
  'setup intent': Compile(
    Type.Object({
      object: Type.Literal('setup_intent'),
      status: Type.String(),
      payment_method: PaymentMethod,
    }),
  ),
};

export type StripeIntent = Type.Static<typeof Intent>;
export type StripeSession = Type.Static<typeof Session>;
