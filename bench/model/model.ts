import type { Claim } from './prices.ts';
import type { SiteName } from './shop.data.ts';

interface ModelLot {
  payment: string | null;
  of: number;
  left: number;
}

interface ModelReversal {
  id: string;
  kind: 'refund' | 'chargeback';
  minor: number;
  undone: boolean;
}

/** `from` and `upTo`: the amount returned before it, and including it. */
interface ModelWithdrawal {
  state: 'confirmed' | 'by hand' | 'refunded' | 'failed';
  from: number;
  upTo: number;
  /** The credits that the withdrawal took, not counting those taken for earlier reversals. */
  taken: number;
  before: number;
  refundId: string | null;
}

export interface ModelPayment {
  id: PaymentId;
  site: SiteName;
  method: 'card' | 'charge' | 'transfer' | 'debit';
  price: number;
  tax: number;
  currency: string;
  credits: number;
  state: 'open' | 'completed' | 'failed';
  completedAt: number;
  /** Whether the buyer asked for the credits at once. */
  begun: boolean;
  card: 'none' | 'stored' | 'removed';
  claim: Claim | null;
  /** Paid after other orders had used its discount, and therefore refunded in full. */
  declined: boolean;
  reversals: ModelReversal[];
  withdrawal: ModelWithdrawal | null;
}

interface ModelCharge {
  id: string;
  cause: 'message' | 'photo' | 'gift';
  uses: { lot: ModelLot; credits: number }[];
  amount: number;
}

export class Model {
  balance = 0;
  lots: ModelLot[] = [];
  payments: ModelPayment[] = [];
  charges: ModelCharge[] = [];

  private spendable(): ModelLot[] {
    return [
      ...this.lots.filter(({ payment }) => payment === null),
      ...this.lots.filter(({ payment }) => payment !== null),
    ];
  }

  private take(lots: readonly ModelLot[], amount: number): ModelCharge['uses'] {
    let missing = amount;
    return lots.flatMap((lot) => {
      const credits = Math.min(lot.left, missing);
      lot.left -= credits;
      missing -= credits;
      return credits > 0 ? [{ lot, credits }] : [];
    });
  }

  grant(credits: number, payment: string | null): void {
    this.balance += credits;
    this.lots.push({ payment, of: credits, left: Math.min(credits, Math.max(0, this.balance)) });
  }

  canSpend(amount: number): boolean {
    return this.balance >= amount;
  }

  spend(id: string, cause: ModelCharge['cause'], amount: number): void {
    this.balance -= amount;
    this.charges.push({ id, cause, amount, uses: this.take(this.spendable(), amount) });
  }

  /** Returns whether some credits went to other lots than they were taken from, which the model does not predict. */
  giveBack(charge: ModelCharge): boolean {
    this.charges = this.charges.filter((other) => other !== charge);
    this.balance += charge.amount;
    let missing = Math.min(charge.amount, Math.max(0, this.balance));
    const inOrder = this.spendable();
    for (const { lot, credits } of charge.uses.toSorted((a, b) => inOrder.indexOf(a.lot) - inOrder.indexOf(b.lot))) {
      const back = Math.min(credits, missing, lot.of - lot.left);
      lot.left += back;
      missing -= back;
    }
    return missing > 0;
  }

  /** The credits left of a purchase, less those that reversals took from other lots instead. */
  private countUnused(payment: ModelPayment): number {
    const left = this.lots.find((lot) => lot.payment === payment.id)?.left ?? 0;
    return Math.min(left, payment.credits - this.takenBack(payment));
  }

  countUsed(payment: ModelPayment): number {
    const uses = this.charges.flatMap((charge) => charge.uses);
    return uses.reduce((sum, { lot, credits }) => (lot.payment === payment.id ? sum + credits : sum), 0);
  }

  returned({ price, reversals }: ModelPayment): number {
    return Math.min(
      price,
      reversals.filter(({ undone }) => !undone).reduce((sum, { minor }) => sum + minor, 0),
    );
  }

  private worth({ price, credits }: ModelPayment, minor: number): number {
    return credits - Math.ceil(((price - minor) * credits) / price);
  }

  /** Credits that the returned money pays for. A withdrawal takes its own at once, and more only beyond its promise. */
  takenBack(payment: ModelPayment): number {
    const returned = this.returned(payment);
    const { withdrawal } = payment;
    if (withdrawal === null || withdrawal.state === 'failed') return this.worth(payment, returned);
    const beyond = this.worth(payment, Math.max(returned, withdrawal.upTo)) - this.worth(payment, withdrawal.upTo);
    return withdrawal.before + withdrawal.taken + beyond;
  }

  /** Returns whether credits went back to unpredictable lots. */
  reverse(payment: ModelPayment, change: () => void): boolean {
    const before = this.takenBack(payment);
    change();
    const taken = this.takenBack(payment) - before;
    this.takeFor(payment, taken);
    return taken < 0;
  }

  private takeFor(payment: ModelPayment, credits: number): void {
    if (credits > 0) {
      const own = this.lots.filter(({ payment: id }) => id === payment.id);
      const others = this.spendable().filter(({ payment: id }) => id !== payment.id);
      this.take([...own, ...others], Math.min(credits, Math.max(0, this.balance)));
    }
    this.balance -= credits;
  }

  /** A withdrawal's refund, in minor units: the unused part, rounded up; all if the buyer never asked us to begin. */
  withdrawable(payment: ModelPayment): number {
    const left = payment.price - this.returned(payment);
    if (!payment.begun) return left;
    const unused = this.countUnused(payment);
    return Math.min(left, Math.ceil((payment.price * unused) / payment.credits));
  }

  withdraw(payment: ModelPayment): void {
    const amount = this.withdrawable(payment);
    const unused = this.countUnused(payment);
    const from = this.returned(payment);
    const before = this.takenBack(payment);
    // All purchased credits except used ones and those that reversals took.
    const taken = payment.begun ? unused : Math.max(unused, payment.credits - before - this.countUsed(payment));
    const state = payment.method === 'transfer' ? 'by hand' : 'confirmed';
    payment.withdrawal = { state: 'confirmed', from, upTo: from + amount, taken: 0, before, refundId: null };
    this.reverse(payment, () => (payment.withdrawal = { ...payment.withdrawal!, state, taken }));
  }

  decline(payment: ModelPayment): void {
    const { price, credits } = payment;
    payment.declined = true;
    const state = payment.method === 'transfer' ? 'by hand' : 'confirmed';
    this.reverse(payment, () => {
      payment.withdrawal = { state, from: 0, upTo: price, taken: credits, before: 0, refundId: null };
    });
  }

  /** After a full refund the buyer keeps no credits, so used credits that are returned later are taken back. */
  reclaim(): void {
    for (const payment of this.payments) {
      const { withdrawal } = payment;
      if (!withdrawal || withdrawal.state === 'failed' || payment.begun || payment.declined) continue;
      const more = payment.credits - this.takenBack(payment) - this.countUsed(payment);
      if (more > 0) this.reverse(payment, () => (withdrawal.taken += more));
    }
  }

  kept(payment: ModelPayment): number {
    return payment.state === 'completed' ? payment.price - this.returned(payment) : 0;
  }

  isPremium(): boolean {
    return this.payments.some((payment) => !payment.declined && this.kept(payment) > 0);
  }
}
