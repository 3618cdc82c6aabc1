/** What the proxy in front of a payment provider has to understand of its API. */
export interface ProviderDialect {
  /** The id of the payment that a call is about; undefined if it is about none. */
  paymentIn(path: string): string | undefined;
  /** What a call has made, read from its answer; undefined if it made nothing that counts. */
  madeBy(path: string, answer: unknown): Made | undefined;
}

/** A payment, or a mandate for a direct debit, that was made at the provider. */
export type Made =
  | { kind: 'payment'; id: string; paymentId: string; memberId: string }
  | { kind: 'mandate'; id: string; reference: string };

interface References {
  payment_id?: string;
  member_id?: string;
  mandate_reference?: string;
}

function paymentOf(id: string, { payment_id: paymentId, member_id: memberId }: References): Made | undefined {
  return paymentId === undefined ? undefined : { kind: 'payment', id, paymentId, memberId: memberId ?? '' };
}

export const mollieDialect: ProviderDialect = {
  paymentIn: (path) => /^\/v2\/payments\/(tr_\w+)(?:\?|$)/.exec(path)?.[1],
  madeBy: (path, answer) => {
    const { id, metadata, mandateReference } = answer as {
      id: string;
      metadata?: References | null;
      mandateReference?: string | null;
    };
    if (path === '/v2/payments') return paymentOf(id, metadata ?? {});
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
    // A declined card makes an intent, too: the error carries it.
    const { id, metadata = {} } = error?.payment_intent ?? object;
    if (path === '/v1/checkout/sessions' || path === '/v1/payment_intents') return paymentOf(id, metadata);
    const reference = metadata.mandate_reference;
    return path === '/v1/setup_intents' && reference !== undefined ? { kind: 'mandate', id, reference } : undefined;
  },
};
