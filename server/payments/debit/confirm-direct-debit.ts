import { type Language, isLanguage } from '../../../contract/platform/languages.ts';
import { smsCodeTriesMax } from '../../../contract/payments/limits.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { must, refuse } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { withCustomer } from '../cards/customer.ts';
import { placeOrder } from '../place-order.ts';
import { type PaymentProvider, ProviderFault } from '../provider.ts';
import { providerFor, providerNamed } from '../providers.ts';
import { waitAtMost } from '../../platform/clock.ts';
import { findOrderPrice, mustBeShown } from '../order-price.ts';
import { findOwnDebit, loadDirectDebit } from './get-direct-debit.ts';
import { directDebit } from '../rules.ts';
import { mayDebit, acceptsDebits, countUse, mustBeAllowed, buildSubjects } from './subjects.ts';
import { type DebitRow, countTry, keepMandate, lockDebit, refuseDebit, signDebit, useMandate } from './queries.ts';
import { isCodeOpen, isOver, isUsable } from './rules.ts';
import { deriveDebitCode, isSameCode, unsealDetails } from './secrets.ts';
import { debitMandate } from '../payment-mail.ts';

// Keeps the response under five seconds, together with the time that the order takes.
const mandateTimeoutMs = 2_500;

/**
 * Gives the mandate by its code, once: stores it at the provider, mails it, and charges it by one payment, which is
 * pending until the bank confirms it. The next call with the same code completes an interrupted one. With `review`,
 * only the code is checked.
 */
export const confirmDirectDebit: Handler<'confirmDirectDebit'> = async (input, call) => {
  const { id, code, review = false, request_version: version } = input;
  const row = await checkCode(call, id, code);
  must(row.refused_at === null, 'debit.refused');
  if (review || row.payment_id !== null) return loadDirectDebit(call, id, true);
  if (row.signed_at === null) await signMandate(call, row, version);
  await placeDebitOrder(call, await findOwnDebit(call, id), version);
  return loadDirectDebit(call, id, true);
};

/**
 * Checks the code of a text message. The row is locked, so wrong attempts count on every node. After the mandate is
 * given, its code always succeeds.
 */
async function checkCode({ context, member }: MemberCall, debitId: DebitId, code: string): Promise<DebitRow> {
  const ids = { memberId: member.id, debitId };
  const { row, outcome } = await context.database.transaction(async (tx) => {
    const found = await tx.first(lockDebit, ids);
    must(found, 'debit.not-found');
    const now = context.clock.now();
    if (isOver(found, now)) return { row: found, outcome: 'expired' } as const;
    const isOpen = found.signed_at === null ? isCodeOpen(found, now) : found.tries < smsCodeTriesMax;
    const isRight = isSameCode(deriveDebitCode(context, debitId, found.code_number), code);
    if (isOpen && isRight) return { row: found, outcome: 'right' } as const;
    if (isOpen) await tx.run(countTry, ids);
    return { row: found, outcome: 'wrong' } as const;
  });
  must(outcome !== 'expired', 'debit.expired');
  must(outcome === 'right', 'debit.code-invalid');
  return row;
}

async function signMandate(call: MemberCall, row: DebitRow, version: string | undefined): Promise<void> {
  const { context, site, member } = call;
  must(acceptsDebits(call), 'payment.method');
  if (!(await mayDebit(call, member.id))) refuse('debit.account-blocked');
  await findUnchangedPrice(call, row, version);
  const now = context.clock.now();
  await mustBeAllowed(context.database, buildSubjects(row), { amount: row.amount, exposure: site.debit.exposure, now });
  const provider = providerFor(context, site, directDebit);
  must(provider.debitsFrom(row.iban_country), 'debit.refused');
  const ids = { memberId: member.id, debitId: row.debit_id };
  await context.database.transaction((tx) => tx.run(signDebit, { ...ids, provider: provider.name, now }));
}

async function placeDebitOrder(call: MemberCall, row: DebitRow, version: string | undefined): Promise<void> {
  const { context, site, member } = call;
  const { debit_id: debitId, begin_at_once: beginAtOnce } = row;
  if (row.payment_id !== null) return;
  must(isUsable(row, context.clock.now()), 'debit.expired');
  const mandate = row.mandate_id ?? (await ensureMandate(call, row));
  const record: Parameters<typeof placeOrder>[1]['record'] = async (tx, paymentId) => {
    const now = context.clock.now();
    const use = { memberId: member.id, paymentId, amount: row.amount, exposure: site.debit.exposure, now };
    await countUse(tx, buildSubjects(row), use);
    await tx.run(useMandate, { memberId: member.id, debitId, paymentId });
    await queueMail(tx, call, { template: debitMandate, memberId: member.id, id: debitId });
  };
  await placeOrder(
    call,
    {
      method: directDebit,
      key: debitId,
      operation: 'confirmDirectDebit',
      body: [debitId],
      beginAtOnce,
      mandate,
      provider: row.provider ?? '',
      instrument: row.iban_hash,
      record,
    },
    () => findUnchangedPrice(call, row, version),
  );
}

/**
 * Finds the price of an order, and throws if it is not the one that was shown. `version` is that of the words shown
 * now: an interrupted call may be completed in another language.
 */
async function findUnchangedPrice(call: MemberCall, row: DebitRow, version: string | undefined) {
  const { bundle_id: bundle, discount_code: code, iban_hash: instrument } = row;
  const price = await findOrderPrice(call, { bundle, instrument, ...(code !== null && { discount_code: code }) });
  must(price.total === row.amount && price.currency === row.currency, 'payment.price-changed');
  mustBeShown(price, version);
  return price;
}

async function ensureMandate(call: MemberCall, row: DebitRow): Promise<string> {
  const { context } = call;
  const provider = providerNamed(context, row.provider ?? '');
  must(provider, 'payment.provider');
  const made = await waitAtMost(
    createMandate(call, provider, row).catch((error: unknown) => {
      if (!(error instanceof ProviderFault)) throw error;
      // The provider's message may repeat the IBAN.
      const facts = { event: 'mandate-not-created', debit_id: row.debit_id, outcome: error.outcome };
      context.log.error(facts, 'creating a direct debit mandate at the provider failed');
      return undefined;
    }),
    mandateTimeoutMs,
  );
  must(made, 'payment.provider');
  must(made !== 'refused', 'debit.refused');
  return made.id;
}

async function createMandate(
  { context, member }: MemberCall,
  provider: PaymentProvider,
  row: DebitRow,
): Promise<{ id: string } | 'refused' | undefined> {
  if (row.sealed === null || row.signed_at === null) return undefined;
  const language: Language = isLanguage(row.language) ? row.language : 'en';
  const ids = { memberId: member.id, debitId: row.debit_id };
  const details = {
    iban: unsealDetails(context, row.debit_id, row.sealed).iban,
    holder: row.holder,
    email: member.email,
    reference: row.reference,
    signedOn: row.signed_at,
  };
  const made = await withCustomer(context, provider, { memberId: member.id, language }, (customer) =>
    provider
      .createDebitMandate(customer, { ...details, key: `${row.debit_id}-${customer}` })
      .catch((error: unknown) => {
        if (!(error instanceof ProviderFault) || error.outcome === 'unknown' || error.isCustomerGone) throw error;
        return undefined;
      }),
  );
  if (made === undefined || made.state === 'invalid') {
    await context.database.transaction((tx) => tx.run(refuseDebit, { ...ids, now: context.clock.now() }));
    context.log.warn(
      { event: 'mandate-refused', debit_id: row.debit_id },
      'the provider refused a direct debit mandate',
    );
    return 'refused';
  }
  await context.database.transaction((tx) => tx.run(keepMandate, { ...ids, mandateId: made.id }));
  return made;
}
