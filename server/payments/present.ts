import type { Bundle, Payment, OrderPrice } from '../../contract/payments/operations.ts';
import { receiptNumber } from '../../contract/payments/receipt-number.ts';
import { getTaxName } from '../../contract/payments/tax-names.ts';
import { vatWithin } from '../../contract/payments/vat.ts';
import type { Discount } from '../discounts/discount.ts';
import { type Price, reduce } from '../discounts/rules.ts';
import { messageAmount, messagesFor } from './money.ts';
import type { PaymentRow } from './queries.ts';
import { isCancellable } from './rules.ts';

/** Presents a payment to its member. A mismatch is shown as pending and being checked: an operator resolves it. */
export function presentPayment(row: PaymentRow): Payment {
  return {
    payment_id: row.payment_id,
    bundle: row.bundle_id,
    credits: row.credits,
    paymentmethod: row.method,
    list_amount: row.list_amount ?? row.amount,
    amount: row.amount,
    discount_code: row.discount_code,
    transaction_fee: row.fee,
    tax: getTaxName(row.country, row.region),
    vat_rate: row.vat_rate,
    vat_amount: vatWithin(row.amount + row.fee, row.vat_rate),
    currency: row.currency,
    by_stored_card: row.stored_card_id !== null,
    status: row.offer_used ? 'failed' : row.status === 'mismatch' ? 'pending' : row.status,
    offer_used: row.offer_used,
    can_cancel: isCancellable(row),
    transfer: toTransfer(row),
    checking: row.status === 'mismatch',
    paid_back: row.status === 'failed' && row.mismatch === 'returned',
    refunded: row.refunded,
    charged_back: row.charged_back,
    reversed: row.refunded + row.charged_back,
    created_at: row.created_at.toISOString(),
    settled_at: row.status === 'completed' && !row.offer_used ? (row.settled_at?.toISOString() ?? null) : null,
    receipt: row.receipt_number === null ? null : receiptNumber(row.receipt_number),
  };
}

export function toTransfer(row: PaymentRow): Payment['transfer'] {
  const { transfer_iban: iban, transfer_bic: bic, transfer_holder: holder, transfer_reference: reference } = row;
  return reference === null ? null : { iban: iban ?? '', bic: bic ?? '', holder: holder ?? '', reference };
}

/** Presents a payment as `createPayment` returns it: repeated calls get the same, whatever has happened since. */
export function presentOrder(row: PaymentRow): Payment {
  return {
    ...presentPayment(row),
    status: 'pending',
    offer_used: false,
    can_cancel: isCancellable({ ...row, status: 'pending', under_way: false }),
    checking: false,
    paid_back: false,
    refunded: 0,
    charged_back: 0,
    reversed: 0,
    receipt: null,
    settled_at: null,
  };
}

export function presentBundle(price: Price, discount: Discount | null, messageCredits: number): Bundle {
  const { bundle, credits, amount, currency } = price;
  return {
    id: bundle,
    credits,
    amount,
    currency,
    messages: messagesFor(credits, messageCredits),
    message_amount: messageAmount(amount, credits, messageCredits),
    reduced: discount && presentReduced(price, discount, messageCredits),
  };
}

function presentReduced(price: Price, discount: Discount, messageCredits: number): Bundle['reduced'] {
  const { amount, listAmount, percentage } = reduce(price, discount.percentage);
  return {
    discount: presentOrderDiscount(discount, percentage),
    list_amount: listAmount,
    amount,
    message_amount: messageAmount(amount, price.credits, messageCredits),
  };
}

/** Returns the discount of an order price. `percentage` is the actual reduction, which the minimum price may limit. */
export function presentOrderDiscount(
  { code, expires }: Discount,
  percentage: number,
): NonNullable<OrderPrice['discount']> {
  return { code, percentage, expires: expires?.toISOString() ?? null };
}
