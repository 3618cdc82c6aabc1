import { highestDays } from '../shared/control.ts';
import { ApiError, readAmount, readChoice, readCount, readFields, readText, type Fields } from '../shared/fields.ts';
import { isUnderWay, paymentStatuses, type SandboxPayments } from '../shared/payments.ts';
import { cardMethods } from './cards.ts';
import { writeMoment } from './errors.ts';
import {
  bankReason,
  chargedBackMinor,
  createChargeback,
  createRefund,
  findPayment,
  getPart,
  notify,
  planStep,
  refundedMinor,
  setStatus,
} from './payments.ts';
import { presentChargeback, presentMandate, presentPayment, presentRefund } from './present.ts';
import { mandateStatuses, refundStatuses, type PlannedStep, type Sandbox, type StoredPayment } from './store.ts';

const endings = { pay: 'paid', fail: 'failed', cancel: 'canceled' } as const;
const plannedStatuses = [...paymentStatuses, 'chargeback'] as const;

function readStep(sandbox: Sandbox, { days, status, reason }: Fields): PlannedStep {
  const after = readCount(days, 'plan.days', 0, highestDays);
  return planStep(sandbox, after, readChoice(status, 'plan.status', plannedStatuses), readText(reason));
}

/** Lists the details of a transfer, which the buyer needs to make it. */
function listAccount({ method, details }: StoredPayment) {
  if (method !== 'banktransfer' || !details) return [];
  return [
    ['IBAN', `${details['bankAccount'] ?? ''} · ${details['bankName'] ?? ''}`],
    ['BIC', details['bankBic'] ?? ''],
    ['RF', details['transferReference'] ?? ''],
  ] as const;
}

export function openPayments(sandbox: Sandbox): SandboxPayments<StoredPayment> {
  return {
    find: (id) => findPayment(sandbox, id),
    show: (payment) => ({
      ...payment,
      refunded: refundedMinor(payment),
      chargedBack: chargedBackMinor(payment),
      refunds: payment.refunds.length,
      takesCard: cardMethods.has(payment.method) && payment.sequenceType !== 'recurring',
      account: listAccount(payment),
      hasPage: true,
    }),
    present: (payment) => presentPayment(sandbox, payment),
    choose: (payment, choice, card) => {
      if (choice !== 'open' && isUnderWay(payment)) {
        setStatus(sandbox, payment, endings[choice], card);
        notify(sandbox, payment);
      }
      const back = payment.redirectUrl ?? payment.id;
      return payment.status === 'canceled' ? (payment.cancelUrl ?? back) : back;
    },
    change: (payment, status, fields) => {
      if (fields['amount'] !== undefined) payment.amount = readAmount(fields['amount']);
      if (fields['mode'] !== undefined) payment.mode = readChoice(fields['mode'], 'mode', ['test', 'live']);
      if (fields['metadata'] !== undefined) payment.metadata = fields['metadata'];
      payment.profileId = readText(fields['profileId']) ?? payment.profileId;
      setStatus(sandbox, payment, status, readText(fields['card'] ?? fields['account']));
      if (Array.isArray(fields['plan']))
        payment.plan = fields['plan'].map((step) => readStep(sandbox, readFields(step)));
    },
    tell: async ({ id, webhookUrl }, { times, delay }) =>
      webhookUrl === null ? [] : sandbox.webhooks.send(id, webhookUrl, times, delay),
    refund: (payment, fields) => {
      const refund = createRefund(sandbox, payment, fields, 'refunded');
      notify(sandbox, payment);
      return presentRefund(sandbox, payment, refund);
    },
    setRefund: (payment, id, { status }) => {
      const refund = getPart(payment.refunds, id);
      refund.status = readChoice(status, 'status', refundStatuses);
      notify(sandbox, payment);
      return presentRefund(sandbox, payment, refund);
    },
    chargeBack: (payment, fields) => {
      const chargeback = createChargeback(sandbox, payment, fields['amount'], bankReason(readText(fields['reason'])));
      notify(sandbox, payment);
      return presentChargeback(sandbox, payment, chargeback);
    },
    reverse: (payment, id) => {
      const reversed = id === undefined ? payment.chargebacks : [getPart(payment.chargebacks, id)];
      for (const chargeback of reversed) chargeback.reversedAt ??= writeMoment(sandbox.now());
      notify(sandbox, payment);
      return reversed[0] && presentChargeback(sandbox, payment, reversed[0]);
    },
    setMandate: (id, { status, failure, expiry }) => {
      const mandate = sandbox.store.mandates.get(id);
      if (!mandate) throw new ApiError(404, `No mandate exists with token ${id}.`);
      if (status !== undefined) mandate.status = readChoice(status, 'status', mandateStatuses);
      if (typeof expiry === 'string') mandate.details = { ...mandate.details, cardExpiryDate: expiry };
      if (failure !== undefined) mandate.failure = readText(failure) ?? null;
      return { ...presentMandate(sandbox, mandate), failure: mandate.failure };
    },
  };
}
