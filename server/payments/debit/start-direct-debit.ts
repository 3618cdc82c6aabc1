import { getCapitalTimeZone } from '../../../contract/platform/countries.ts';
import { randomUUID } from 'node:crypto';

import type { Input } from '../../../contract/index.ts';
import type { Quote } from '../../../contract/payments/operations.ts';
import { lockWallets } from '../../credits/wallets.ts';
import { must, refuse, refuseFields } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { once } from '../../platform/idempotency.ts';
import { oneLine } from '../../platform/one-line.ts';
import { findMethods } from '../find-methods.ts';
import { findQuote } from '../quote.ts';
import { showDebit } from './find-debit.ts';
import { formatCreditor, mandateText } from './mandate.ts';
import { providerNameFor, providerNamed } from '../providers.ts';
import { directDebit } from '../rules.ts';
import { mayDebit, takesDebits } from './may-debit.ts';
import { sendNewCode } from './new-code.ts';
import { insertDebit } from './queries.ts';
import { collectionDay, readIban, readPhone, deriveMandateReference } from './rules.ts';
import { hashSubject, sealDetails } from './secrets.ts';
import { mustBeAllowed, buildSubjects } from './subjects.ts';

const methodsTimeoutMs = 700;

interface Details {
  iban: string;
  ibanHash: string;
  phone: string;
  phoneHash: string;
  holder: string;
}

/** Begins an order by direct debit and texts a code. Throws debit.unconfirmed until the email address is confirmed. */
export const startDirectDebit: Handler<'startDirectDebit'> = async (input, call) => {
  const { context, member } = call;
  const details = readDetails(input, call);
  const [prepared] = await Promise.allSettled([prepare(input, details, call)]);
  const { debit_id: debitId } = await context.database.transaction(async (tx) => {
    await lockWallets(tx, [member.id]);
    const now = context.clock.now();
    const key = input.idempotency_key;
    // The stored call names no account and no number.
    const body = [input.bundle, details.ibanHash, details.phoneHash, details.holder, input.discount_code ?? null];
    return once(tx, { memberId: member.id, key, operation: 'startDirectDebit', body, now }, async () => {
      if (prepared.status === 'rejected') throw prepared.reason;
      const fresh = randomUUID();
      await tx.run(insertDebit, debitValues(fresh, input, details, prepared.value, call));
      await sendNewCode(call, tx, { debitId: fresh, phoneHash: details.phoneHash });
      return { debit_id: fresh };
    });
  });
  return showDebit(call, debitId);
};

function readDetails(input: Input<'startDirectDebit'>, { context, site, member }: MemberCall): Details {
  const iban = readIban(input.iban);
  const phone = readPhone(input.phone, member.country);
  const holder = oneLine(input.holder);
  const provider = providerNamed(context, providerNameFor(site.paymentProviders, directDebit));
  const isDebited = iban.value === undefined || provider?.debitsFrom(iban.value.slice(0, 2)) !== false;
  refuseFields({
    holder: holder === '' ? 'field.missing' : undefined,
    iban: iban.error ?? (isDebited ? undefined : 'iban.country'),
    phone: phone.error,
  });
  return {
    iban: iban.value ?? '',
    ibanHash: hashSubject(context, 'iban', iban.value ?? ''),
    phone: phone.value ?? '',
    phoneHash: hashSubject(context, 'phone', phone.value ?? ''),
    holder,
  };
}

/** The price, if this member may pay it by direct debit from this account. */
async function prepare(input: Input<'startDirectDebit'>, details: Details, call: MemberCall): Promise<Quote> {
  const { context, site, member } = call;
  const { ibanHash: iban_hash, phoneHash: phone_hash } = details;
  const { bundle, discount_code } = input;
  const [shown, quote] = await Promise.all([
    findQuote(call, { bundle, discount_code }),
    findQuote(call, { bundle, discount_code, instrument: iban_hash }),
  ]);
  const { total, currency } = quote;
  must(takesDebits(call), 'payment.method');
  // Codes cost money, and an account with any email address takes a minute to open.
  must(member.confirmed, 'debit.unconfirmed');
  if (!(await mayDebit(call, member.id))) refuse('debit.account-blocked');
  const order = { country: member.country, money: { minor: total, currency } };
  const { methods, missing } = await findMethods(context, site, order, methodsTimeoutMs);
  const provider = providerNameFor(site.paymentProviders, directDebit);
  must(missing.includes(provider) ? currency === 'EUR' : methods?.includes(directDebit), 'payment.method');
  // The page shows a price before the account is known; the mandate names the price for this account.
  must(input.total === undefined || input.total === shown.total, 'payment.price-changed');
  await mustBeAllowed(context.database, buildSubjects({ member_id: member.id, iban_hash, phone_hash }), {
    amount: total,
    exposure: site.debit.exposure,
    now: context.clock.now(),
  });
  return quote;
}

function debitValues(
  debitId: string,
  input: Input<'startDirectDebit'>,
  { iban, ibanHash, phone, phoneHash, holder }: Details,
  { total, currency, country, discount }: Quote,
  { context, site, member, language }: MemberCall,
) {
  const now = context.clock.now();
  const creditor = formatCreditor(site.company);
  const day = collectionDay(now, getCapitalTimeZone(country));
  const facts = { creditor: site.company.name, amount: total, currency, day };
  const text = mandateText(context.sentences.in(language), language, facts);
  return {
    memberId: member.id,
    debitId,
    bundleId: input.bundle,
    amount: total,
    currency,
    discountCode: discount ? (input.discount_code ?? null) : null,
    beginAtOnce: input.begin_at_once ?? true,
    language,
    site: site.key,
    holder,
    ibanHash,
    ibanCountry: iban.slice(0, 2),
    ibanLast: iban.slice(-4),
    phoneHash,
    phoneLast: phone.slice(-3),
    sealed: sealDetails(context, debitId, { iban, phone }),
    reference: deriveMandateReference(debitId),
    creditor,
    creditorId: site.debit.creditorId ?? '',
    mandateText: text.join('\n'),
    collectOn: day,
    now,
  };
}
