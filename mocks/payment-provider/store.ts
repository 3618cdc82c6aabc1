import type { FastifyRequest } from 'fastify';

import { openStore } from '../shared/data-file.ts';
import type { Amount } from '../shared/fields.ts';
import type { PaymentStatus } from '../shared/payments.ts';
import type { BaseSandbox } from '../shared/sandbox.ts';

export const refundStatuses = ['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export type StoredRefund = {
  id: string;
  amount: Amount;
  description: string;
  metadata: unknown;
  status: RefundStatus;
  createdAt: string;
};

export type StoredChargeback = {
  id: string;
  amount: Amount;
  createdAt: string;
  reversedAt: string | null;
  reason: BankReason | null;
};

/** A bank's reason for returning a direct debit: the code, such as `AM04`, and its meaning. */
export type BankReason = { code: string; description: string };

export const sequenceTypes = ['oneoff', 'first', 'recurring'] as const;
export type SequenceType = (typeof sequenceTypes)[number];

export type StoredCustomer = {
  id: string;
  createdAt: string;
  name: string | null;
  email: string | null;
  locale: string | null;
  metadata: unknown;
};

export const mandateStatuses = ['valid', 'pending', 'invalid'] as const;
type MandateStatus = (typeof mandateStatuses)[number];

export type Details = Readonly<Record<string, string | null>>;

export type StoredMandate = {
  id: string;
  customerId: string;
  createdAt: string;
  status: MandateStatus;
  method: 'creditcard' | 'directdebit';
  /** Null until the first payment reveals the card. */
  details: Details | null;
  mandateReference: string | null;
  signatureDate: string | null;
  /** Reason why the next payments by the mandate fail; null if they succeed. */
  failure: string | null;
};

export type PlannedStep = { at: string; status: PaymentStatus | 'chargeback'; reason: BankReason | null };

/** When a payment reached its final status, under the API's name for it. Empty before that. */
export type StatusMoment = Partial<Record<'paidAt' | 'canceledAt' | 'failedAt' | 'expiredAt' | 'authorizedAt', string>>;

/** What the shop asks for. */
export type NewPayment = {
  amount: Amount;
  description: string;
  redirectUrl: string | null;
  cancelUrl: string | null;
  webhookUrl: string | null;
  locale: string | null;
  /** The method; null until the buyer pays, if the shop has not named one. */
  method: string | null;
  metadata: unknown;
  sequenceType: SequenceType;
  customerId: string | null;
  mandateId: string | null;
};

export type StoredPayment = NewPayment & {
  id: string;
  mode: 'test' | 'live';
  profileId: string;
  createdAt: string;
  expiresAt: string;
  status: PaymentStatus;
  moment: StatusMoment;
  details: Details | null;
  plan: PlannedStep[];
  refunds: StoredRefund[];
  chargebacks: StoredChargeback[];
};

/** The API promises one day; keys are kept longer so that even a retry after a week creates no second payment. */
const keyLifeMilliseconds = 8 * 24 * 3600 * 1000;

type StoredKey = { id: string; at: number };
type Kinds = { payments: StoredPayment; customers: StoredCustomer; mandates: StoredMandate };

export const openSandboxStore = (dataFile: string | undefined) =>
  openStore<Kinds, StoredKey>(['payments', 'customers', 'mandates'], { dataFile, keyLifeMs: keyLifeMilliseconds });

export type Sandbox = BaseSandbox<Awaited<ReturnType<typeof openSandboxStore>>>;

/**
 * Makes an object once by key: a repeated call gets the first call's id, whatever its body. No `await` may lie between
 * lookup and insertion.
 */
export function onceByKey(sandbox: Sandbox, request: FastifyRequest, make: () => { id: string }): string {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return make().id;
  const scoped = `${request.method} ${request.url.split('?')[0]} ${key}`;
  const known = sandbox.store.keys.get(scoped);
  if (known) return known.id;
  const { id } = make();
  sandbox.store.keys.set(scoped, { id, at: Date.now() });
  return id;
}
