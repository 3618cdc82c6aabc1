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

/** Without HTTP. The test decides what happens there. */
export class Bank {
  /** By the provider's id; the methods take ours. */
  readonly payments = new Map<string, BankPayment>();
  nextCharge: 'paid' | 'failed' = 'paid';
  losing: 'nothing' | 'request' | 'answer' = 'nothing';
  private readonly mandates = new Map<string, ProviderMandate[]>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  private getPayment(paymentId: string): BankPayment {
    const payment = [...this.payments.values()].find(({ order }) => order.reference.paymentId === paymentId);
    if (!payment) throw new Error('the provider has no such payment');
    return payment;
  }

  decide(paymentId: string, state: 'paid' | 'failed'): void {
    const payment = this.getPayment(paymentId);
    payment.state = state;
    const { sequence, customer } = payment.order;
    if (state !== 'paid' || sequence !== 'first' || customer === null || payment.mandate !== null) return;
    payment.mandate = this.addMandate(customer, `mdt_${payment.id}`, 'card').id;
  }

  reverse(paymentId: string, reversal: ProviderReversal): void {
    this.getPayment(paymentId).reversals.push(reversal);
  }

  undo(paymentId: string, id: string): void {
    const payment = this.getPayment(paymentId);
    payment.reversals = payment.reversals.map((one) => (one.id === id ? { ...one, undone: true } : one));
  }

  listReversals(paymentId: string): readonly ProviderReversal[] {
    return this.getPayment(paymentId).reversals;
  }

  seen(paymentId: string): ProviderPayment {
    return this.show(this.getPayment(paymentId));
  }

  private show({ id, state, order, createdAt, reversals, mandate }: BankPayment): ProviderPayment {
    const computeSum = (kind: ProviderReversal['kind']): number =>
      reversals.reduce((sum, one) => (one.kind === kind && !one.undone ? sum + one.minor : sum), 0);
    const account = { iban: 'DE75512108001245126199', bic: 'SOGEDEFFXXX', holder: 'Tealight', reference: id };
    return {
      id,
      state,
      isUnderWay: false,
      paidAt: null,
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

  private create(provider: string, order: ProviderOrder): BankPayment {
    const id = `tr_${order.key}`;
    const isCharge = order.sequence === 'recurring' && methods[provider]?.[0] === order.method;
    const fresh = { id, order, createdAt: this.clock.now(), reversals: [], mandate: order.mandate };
    const payment = this.payments.get(id) ?? { ...fresh, state: isCharge ? this.nextCharge : 'open' };
    this.payments.set(id, payment);
    return payment;
  }

  provider(name: string): PaymentProvider {
    return {
      name,
      mode: 'test',
      isPaymentId: (text) => text.startsWith('tr_'),
      debitsFrom: () => true,
      createPayment: async (order) => this.show(this.create(name, order)),
      fetchPayment: async (id) => {
        const payment = this.payments.get(id);
        return payment && this.show(payment);
      },
      cancelPayment: async () => {
        throw new ProviderFault('refused', 'it cannot be canceled');
      },
      listMethods: async () => [...(methods[name] ?? [])],
      refundPayment: async (id, { key, money }) => {
        const { losing } = this;
        this.losing = 'nothing';
        if (losing === 'request') throw new ProviderFault('unknown', 'the request was lost');
        const payment = this.payments.get(id);
        const refund = `re_${key}`;
        if (payment?.state !== 'paid') throw new ProviderFault('refused', 'not paid');
        if (!payment.reversals.some((one) => one.id === refund))
          payment.reversals.push({ id: refund, kind: 'refund', minor: money.minor, undone: false, key });
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
