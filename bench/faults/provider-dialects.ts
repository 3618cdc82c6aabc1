/** The parts of a payment provider's API that the proxy in front of it must understand. */
export interface ProviderDialect {
  /** The id of the payment in a call's path; undefined if the call concerns none. */
  paymentIn(path: string): string | undefined;
  /** The object that a call created, read from its answer; undefined if the call created none that is tracked. */
  madeBy(path: string, answer: unknown): Made | undefined;
}

/**
 * A payment, direct-debit mandate or refund created at the provider. `isCharge`: the payment was taken without a pay
 * page.
 */
export type Made =
  | { kind: 'payment'; id: string; paymentId: string; memberId: string; isCharge: boolean }
  | { kind: 'mandate'; id: string; reference: string }
  | { kind: 'refund'; id: string };

interface References {
  payment_id?: string;
  member_id?: string;
  mandate_reference?: string;
}

function toPayment(
  id: string,
  { payment_id: paymentId, member_id: memberId }: References,
  isCharge: boolean,
): Made | undefined {
  return paymentId === undefined ? undefined : { kind: 'payment', id, paymentId, memberId: memberId ?? '', isCharge };
}

/** Refused refunds have no id. */
function toRefund(id: string | undefined): Made | undefined {
  return id === undefined ? undefined : { kind: 'refund', id };
}

export const mollieDialect: ProviderDialect = {
  paymentIn: (path) => /^\/v2\/payments\/(tr_\w+)(?:\?|$)/.exec(path)?.[1],
  madeBy: (path, answer) => {
    const { id, metadata, mandateReference, sequenceType } = answer as {
      id: string;
      metadata?: References | null;
      mandateReference?: string | null;
      sequenceType?: string;
    };
    if (path === '/v2/payments') return toPayment(id, metadata ?? {}, sequenceType === 'recurring');
    if (/^\/v2\/payments\/\w+\/refunds$/.test(path)) return toRefund(id);
    const isMandate = /^\/v2\/customers\/\w+\/mandates$/.test(path) && typeof mandateReference === 'string';
    return isMandate ? { kind: 'mandate', id, reference: mandateReference } : undefined;
  },
};

export const stripeDialect: ProviderDialect = {
  paymentIn: (path) => /^\/v1\/(?:checkout\/sessions|payment_intents)\/(\w+)(?:\?|$)/.exec(path)?.[1],
  madeBy: (path, answer) => {
    const { error, ...object } = answer as {
      id: string;
      metadata?: References;
      error?: { payment_intent?: { id: string; metadata?: References } };
    };
    // A declined card creates an intent, too, which the error contains.
    const { id, metadata = {} } = error?.payment_intent ?? object;
    if (path === '/v1/checkout/sessions') return toPayment(id, metadata, false);
    if (path === '/v1/payment_intents') return toPayment(id, metadata, true);
    if (path === '/v1/refunds') return toRefund(id);
    const reference = metadata.mandate_reference;
    return path === '/v1/setup_intents' && reference !== undefined ? { kind: 'mandate', id, reference } : undefined;
  },
};
