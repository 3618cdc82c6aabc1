/** A lot as the model keeps it, in the order in which it was opened. */
export interface ModelLot {
  payment: string | null;
  of: number;
  left: number;
}

/** A purchase with what the provider says was returned of it. */
export interface ModelPayment {
  id: string;
  price: number;
  currency: string;
  credits: number;
  reversals: { id: string; kind: 'refund' | 'chargeback'; minor: number; undone: boolean }[];
}

/** Charges that are not returned yet, with the lots that they were taken from. */
export interface ModelCharge {
  id: string;
  uses: { lot: ModelLot; credits: number }[];
  amount: number;
}

/** What the books of one member must say, kept by plain arithmetic. */
export class Model {
  balance = 0;
  lots: ModelLot[] = [];
  payments: ModelPayment[] = [];
  charges: ModelCharge[] = [];

  /** Gifts first, then the oldest purchase. */
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

  spend(id: string, amount: number): void {
    this.balance -= amount;
    this.charges.push({ id, amount, uses: this.take(this.spendable(), amount) });
  }

  /** Returns whether some of it went to other lots than it was taken from, which the model does not foretell. */
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

  /** What is kept of a payment, in minor units, and for how many credits it pays, a part of one counted whole. */
  kept({ price, credits, reversals }: ModelPayment): { minor: number; credits: number } {
    const standing = reversals.filter(({ undone }) => !undone).reduce((sum, { minor }) => sum + minor, 0);
    const minor = Math.max(0, price - standing);
    return { minor, credits: Math.ceil((minor * credits) / price) };
  }

  /** Changes what was returned of a payment; its credits follow. */
  reverse(payment: ModelPayment, change: () => void): void {
    const before = this.kept(payment).credits;
    change();
    const taken = before - this.kept(payment).credits;
    if (taken > 0) {
      const own = this.lots.filter(({ payment: id }) => id === payment.id);
      const others = this.spendable().filter(({ payment: id }) => id !== payment.id);
      this.take([...own, ...others], Math.min(taken, Math.max(0, this.balance)));
    }
    this.balance -= taken;
  }

  isPremium(): boolean {
    return this.payments.some((payment) => this.kept(payment).minor > 0);
  }
}
