import { setTimeout as wait } from 'node:timers/promises';

import type { Answer } from '../../mocks/sms-gateway/server.ts';
import { visitProvider } from './buyer-visits.ts';
import { type Outcome, persist } from './client.ts';
import type { Debit, PaymentOutcome, TestMember } from './model.ts';
import { bundles, newPurchase, recordPayment } from './payment-actions.ts';
import { limitMs } from './patience.ts';
import { until } from './quiesce.ts';
import type { Random } from './random.ts';
import { type RoundContext, callAs, reportViolation, runErrand } from './round-context.ts';

const outcomes: readonly PaymentOutcome[] = [
  'paid',
  'paid',
  'failed',
  'paid-then-charged-back',
  'paid-then-charged-back',
  'open',
  'withdrawn',
];
/** Refusals of members who reached a limit or have a debt. */
const limits = ['debit.limit', 'debit.codes', 'debit.account-blocked'];
/** Refusals because another order has taken the discount of this price. */
const repriced = ['payment.price-changed', 'code.used', 'code.not-found'];
const patienceMs = 180_000;

/** Begins an order by direct debit. When the code arrives, the buyer gives the mandate. */
export async function payByDebit(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const digits = random.between(20_000_000, 49_999_999);
  const debit: Debit = {
    key: random.uuid(),
    buyer: me.id,
    bundle: random.pick(bundles),
    iban: drawIban(random),
    phone: `+316${digits}`,
    id: undefined,
    reference: undefined,
    refused: undefined,
    paymentId: undefined,
  };
  context.model.debits.push(debit);
  const faults: Answer[] = [500, 'drop', 503];
  context.environment.texts.answerNext(Array.from({ length: random.between(0, 2) }, () => random.pick(faults)));
  const { key, bundle, iban, phone } = debit;
  const input = { bundle, iban, phone, holder: 'Robin Haan', begin_at_once: true, idempotency_key: key };
  const runs = await Promise.all(
    Array.from({ length: random.chance(0.2) ? 2 : 1 }, (_, twin) => {
      const own = random.fork(`twin-${twin}`);
      return persist(() => callAs(context, me, own, 'startDirectDebit', input));
    }),
  );
  for (const { outcome } of runs) recordStart(context, debit, outcome);
  if (debit.id === undefined) return;
  runErrand(context, `the direct debit ${debit.id}`, giveMandate(context, me, random.fork('mandate'), debit));
}

function recordStart(
  context: RoundContext,
  debit: Debit,
  outcome: Extract<Outcome<'startDirectDebit'>, { known: true }> | undefined,
): void {
  if (!outcome) return reportViolation(context, 'stuck', `direct debit ${debit.key} was never answered`);
  if (!outcome.ok) {
    debit.refused = outcome.code;
    if (!limits.includes(outcome.code))
      reportViolation(context, 'direct-debit', `direct debit ${debit.key} was refused: ${outcome.code}`);
    return;
  }
  const { id, mandate } = outcome.body;
  if (debit.id !== undefined && debit.id !== id)
    reportViolation(context, 'same-answer', `key ${debit.key} was told ${debit.id}, then ${id}`);
  Object.assign(debit, { id, reference: mandate.reference });
}

/** Sends a wrong code, then the right one from several connections, then once more. One payment must result. */
async function giveMandate(context: RoundContext, me: TestMember, random: Random, debit: Debit): Promise<void> {
  const code = await untilCode(context, debit.phone);
  const report = (detail: string): void => reportViolation(context, 'direct-debit', `${debit.id}: ${detail}`);
  if (random.chance(0.5)) {
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const { outcome } = await confirm(context, me, random.fork('wrong'), debit, wrong);
    if (outcome?.ok !== false || outcome.code !== 'debit.code-invalid') report('a wrong code was accepted');
  }
  const purchase = newPurchase(context, me, random, {
    key: debit.key,
    way: 'debit',
    method: 'sepa_direct_debit',
    bundle: debit.bundle,
    paymentOutcome: random.pick(outcomes),
  });
  const times = random.between(1, 3);
  const runs = await Promise.all(
    Array.from({ length: times }, (_, twin) => confirm(context, me, random.fork(`twin-${twin}`), debit, code)),
  );
  // A used code repeats the answer and makes no second payment.
  runs.push(await confirm(context, me, random.fork('again'), debit, code));
  for (const { outcome } of runs) {
    if (!outcome) report('the code was never answered');
    else if (!outcome.ok) {
      purchase.refused = outcome.code;
      if (![...limits, ...repriced].includes(outcome.code)) report(`the code was refused: ${outcome.code}`);
    } else if (outcome.body.payment) recordPayment(context, purchase, outcome.body.payment);
    else report('the mandate was given without a payment');
  }
  debit.paymentId = purchase.paymentId;
  if (purchase.paymentId !== undefined) await visitProvider(context, me, purchase, random.fork('provider'));
}

/** Repeats the call while the provider does not store the mandate, as members do. */
async function confirm(context: RoundContext, me: TestMember, random: Random, debit: Debit, code: string) {
  const id = debit.id ?? '';
  const end = Date.now() + limitMs(patienceMs);
  for (;;) {
    const run = await persist(() => callAs(context, me, random, 'confirmDirectDebit', { id, code }));
    const isOpen = run.outcome?.ok === false && run.outcome.code === 'payment.provider';
    if (!isOpen || Date.now() > end) return run;
    await wait(200);
  }
}

async function untilCode({ environment }: RoundContext, phone: string): Promise<string> {
  const codeSent = (): string | undefined => /\d{6}/.exec(environment.texts.sentTo(phone)[0]?.text ?? '')?.[0];
  await until(() => codeSent() !== undefined, limitMs(patienceMs));
  const code = codeSent();
  if (code === undefined) throw new Error('the code never arrived');
  return code;
}

/** A German IBAN with its check digits (ISO 7064, mod 97-10). */
function drawIban(random: Random): string {
  const account = `37040044${String(random.between(0, 9_999_999_999)).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}
