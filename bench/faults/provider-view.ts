import type { ProviderUnderTest } from './providers.ts';

/** A payment as the provider stores it, in minor units. */
export interface ProviderView {
  paid: boolean;
  minor: number;
  refunded: number;
  chargedBack: number;
  /** The number of refunds, including failed ones. */
  refunds: number;
}

interface Amount {
  currency: string;
  value: string;
}

/** Reads a payment from the sandbox itself, not through the proxy. */
export function viewAt(provider: ProviderUnderTest, id: string): Promise<ProviderView> {
  return provider.name === 'mollie' ? viewAtMollie(provider, id) : viewAtStripe(provider, id);
}

const toMinor = (amount: Amount | undefined): number => Math.round(Number(amount?.value ?? 0) * 100);

async function viewAtMollie({ control }: ProviderUnderTest, id: string): Promise<ProviderView> {
  const seen = (await control('GET', `/v2/payments/${id}`)) as {
    status: string;
    amount: Amount;
    amountRefunded?: Amount;
    amountChargedBack?: Amount;
  };
  const list = (await control('GET', `/v2/payments/${id}/refunds`)) as { _embedded: { refunds: unknown[] } };
  return {
    paid: seen.status === 'paid',
    minor: toMinor(seen.amount),
    refunded: toMinor(seen.amountRefunded),
    chargedBack: toMinor(seen.amountChargedBack),
    refunds: list['_embedded'].refunds.length,
  };
}

async function viewAtStripe({ control }: ProviderUnderTest, id: string): Promise<ProviderView> {
  const isSession = id.startsWith('cs_');
  const seen = (await control('GET', isSession ? `/v1/checkout/sessions/${id}` : `/v1/payment_intents/${id}`)) as {
    amount?: number;
    amount_total?: number;
    payment_status?: string;
    payment_intent?: string | null;
    status: string;
  };
  const intent = isSession ? seen.payment_intent : id;
  const listed = async (kind: 'refunds' | 'disputes') => {
    if (typeof intent !== 'string') return [];
    const list = (await control('GET', `/v1/${kind}?payment_intent=${intent}&limit=100`)) as {
      data: { amount: number; status: string }[];
    };
    return list.data;
  };
  const sum = (list: { amount: number }[]): number => list.reduce((total, { amount }) => total + amount, 0);
  const refunds = await listed('refunds');
  return {
    paid: isSession ? seen.payment_status === 'paid' : seen.status === 'succeeded',
    minor: seen.amount_total ?? seen.amount ?? 0,
    refunded: sum(refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled')),
    chargedBack: sum((await listed('disputes')).filter(({ status }) => status !== 'won')),
    refunds: refunds.length,
  };
}
