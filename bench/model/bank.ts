import type { Clock } from '../../server/platform/clock.ts';
import {
  type PaymentProvider,
  ProviderFault,
  type ProviderMandate,
  type ProviderOrder,
  type ProviderPayment,
  type ProviderReversal,
} from '../../server/payments/provider.ts';

interface BankPayment {
  id: string;
  provider: string;
  order: ProviderOrder;
  state: ProviderPayment['state'];
  createdAt: Date;
  reversals: ProviderReversal[];
  mandate: string | null;
}

const methods: Readonly<Record<string, readonly string[]>> = {
  mollie: ['creditcard', 'banktransfer', 'directdebit'],
  stripe: ['card', 'customer_balance', 'sepa_debit'],
};
const transfers = new Set(['banktransfer', 'customer_balance']);

/** Both payment providers and their banks, in this process and without HTTP. The test decides what happens there. */
export class Bank {
  /** The created payments, by the key of their order. */
  readonly payments = new Map<string, BankPayment>();
  nextCharge: 'paid' | 'failed' = 'paid';
  /** Whether the next refund request or its answer is lost. */
  losing: 'nothing' | 'request' | 'answer' = 'nothing';
  private readonly mandates = new Map<string, ProviderMandate[]>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Finds a payment by its order's key, or by our payment id, because a key may name the customer, too. */
  private of(key: string): BankPayment {
    const ofOrder = (one: BankPayment): boolean => one.order.reference.paymentId === key;
    const payment = this.payments.get(key) ?? [...this.payments.values()].find(ofOrder);
    if (!payment) throw new Error('the provider has no such payment');
    return payment;
  }

  decide(key: string, state: 'paid' | 'failed'): void {
    const payment = this.of(key);
    payment.state = state;
    const { sequence, customer } = payment.order;
    if (state !== 'paid' || sequence !== 'first' || customer === null || payment.mandate !== null) return;
    payment.mandate = this.addMandate(customer, `mdt_${payment.id}`, 'card').id;
  }

  reverse(key: string, reversal: ProviderReversal): void {
    this.of(key).reversals.push(reversal);
  }

  undo(key: string, id: string): void {
    const payment = this.of(key);
    payment.reversals = payment.reversals.map((one) => (one.id === id ? { ...one, undone: true } : one));
  }

  reversalsOf(key: string): readonly ProviderReversal[] {
    return this.of(key).reversals;
  }

  seen(key: string): ProviderPayment {
    const { id, state, order, createdAt, reversals, mandate } = this.of(key);
    const computeSum = (kind: ProviderReversal['kind']): number =>
      reversals.reduce((sum, one) => (one.kind === kind && !one.undone ? sum + one.minor : sum), 0);
    const account = { iban: 'DE75512108001245126199', bic: 'SOGEDEFFXXX', holder: 'Tealight', reference: id };
    return {
      id,
      state,
      isUnderWay: false,
      money: order.money,
      mode: 'test',
      profile: 'pfl_model',
      reference: order.reference,
      createdAt,
      payPage: null,
      refundedMinor: computeSum('refund'),
      chargedBackMinor: computeSum('chargeback'),
      reversals: reversals.map((one) => ({ ...one })),
      mandate,
      fingerprint: null,
      account: null,
      payerCountry: null,
      transfer: transfers.has(order.method) && state === 'open' ? account : null,
    };
  }

  private addMandate(customer: string, id: string, kind: ProviderMandate['kind']): ProviderMandate {
    const known = this.mandates.get(customer) ?? [];
    const made =
      known.find((one) => one.id === id) ??
      ({ id, state: 'valid', kind, label: 'Visa', lastDigits: '4242', expires: null, fingerprint: null } as const);
    this.mandates.set(customer, [...known.filter((one) => one.id !== id), made]);
    return made;
  }

  private create(provider: string, order: ProviderOrder): string {
    const isCharge = order.sequence === 'recurring' && methods[provider]?.[0] === order.method;
    if (!this.payments.has(order.key))
      this.payments.set(order.key, {
        id: `tr_${order.key}`,
        provider,
        order,
        state: isCharge ? this.nextCharge : 'open',
        createdAt: this.clock.now(),
        reversals: [],
        mandate: order.mandate,
      });
    return order.key;
  }

  private fromId(id: string): string {
    return id.slice('tr_'.length);
  }

  provider(name: string): PaymentProvider {
    return {
      name,
      mode: 'test',
      isPaymentId: (text) => text.startsWith('tr_'),
      debitsFrom: () => true,
      createPayment: async (order) => this.seen(this.create(name, order)),
      fetchPayment: async (id) => (this.payments.has(this.fromId(id)) ? this.seen(this.fromId(id)) : undefined),
      cancelPayment: async () => {
        throw new ProviderFault('refused', 'it cannot be cancelled');
      },
      listMethods: async () => [...(methods[name] ?? [])],
      refundPayment: async (id, { key, money }) => {
        const { losing } = this;
        this.losing = 'nothing';
        if (losing === 'request') throw new ProviderFault('unknown', 'the request was lost');
        const payment = this.of(this.fromId(id));
        const refund = `re_${key}`;
        if (payment.state !== 'paid') throw new ProviderFault('refused', 'not paid');
        if (!payment.reversals.some((one) => one.id === refund))
          payment.reversals.push({ id: refund, kind: 'refund', minor: money.minor, undone: false });
        if (losing === 'answer') throw new ProviderFault('unknown', 'the answer was lost');
        return refund;
      },
      createCustomer: async ({ memberId }) => `cst_${name}_${memberId}`,
      deleteCustomer: async (customer) => void this.mandates.delete(customer),
      listMandates: async (customer) => this.mandates.get(customer) ?? [],
      revokeMandate: async (customer, mandate) => {
        this.mandates.set(
          customer,
          (this.mandates.get(customer) ?? []).filter(({ id }) => id !== mandate),
        );
      },
      createDebitMandate: async (customer, { key }) => this.addMandate(customer, `mdt_${key}`, 'direct_debit'),
      listPayments: async function* () {
        // The books are compared with the model, not with this list.
      },
    };
  }
}
