import { getCapitalTimeZone } from '../../../contract/platform/countries.ts';
import type { Input } from '../../../contract/index.ts';
import type { OrderPrice } from '../../../contract/payments/operations.ts';
import { lockWallets } from '../../credits/wallets.ts';
import { must, refuse, refuseFields } from '../../platform/failure.ts';
import type { Handler, MemberCall } from '../../platform/handler.ts';
import { deferOutcome, once } from '../../platform/idempotency.ts';
import { oneLine } from '../../platform/text/one-line.ts';
import { findMethods } from '../find-methods.ts';
import { findOrderPrice } from '../order-price.ts';
import { loadDirectDebit } from './get-direct-debit.ts';
import { providerNameFor, providerNamed } from '../providers.ts';
import { directDebit } from '../rules.ts';
import { mayDebit, acceptsDebits, mustBeAllowed, buildSubjects } from './subjects.ts';
import { sendNewCode } from './send-direct-debit-code.ts';
import { insertDebit } from './queries.ts';
import { collectionDay, readIban, readPhone, deriveMandateReference } from './rules.ts';
import { hashSubject, sealDetails } from './secrets.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import { formatIn } from '../../platform/text/format.ts';
import { createId } from '../../platform/ids.ts';
import type { Say } from '../../platform/text/sentences.ts';
import type { Site } from '../../platform/site.ts';

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
  const prepared = await deferOutcome(prepare(input, details, call));
  const { debit_id: debitId } = await context.database.transaction(async (tx) => {
    await lockWallets(tx, [member.id]);
    const now = context.clock.now();
    const key = input.idempotency_key;
    // The stored call names no account and no number.
    const body = [input.bundle, details.ibanHash, details.phoneHash, details.holder, input.discount_code ?? null];
    return once(tx, { memberId: member.id, key, operation: 'startDirectDebit', body, now }, async () => {
      const fresh = createId<DebitId>();
      await tx.run(insertDebit, debitValues(fresh, input, details, prepared(), call));
      await sendNewCode(call, tx, { debitId: fresh, phoneHash: details.phoneHash });
      return { debit_id: fresh };
    });
  });
  return loadDirectDebit(call, debitId);
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

async function prepare(input: Input<'startDirectDebit'>, details: Details, call: MemberCall): Promise<OrderPrice> {
  const { context, site, member } = call;
  const { ibanHash: iban_hash, phoneHash: phone_hash } = details;
  const { bundle, discount_code } = input;
  const [shown, price] = await Promise.all([
    findOrderPrice(call, { bundle, discount_code }),
    findOrderPrice(call, { bundle, discount_code, instrument: iban_hash }),
  ]);
  const { total, currency } = price;
  must(acceptsDebits(call), 'payment.method');
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
  return price;
}

function debitValues(
  debitId: DebitId,
  input: Input<'startDirectDebit'>,
  { iban, ibanHash, phone, phoneHash, holder }: Details,
  { total, currency, country, discount }: OrderPrice,
  { context, site, member, language }: MemberCall,
) {
  const now = context.clock.now();
  const creditor = formatCreditor(site.company);
  const day = collectionDay(now, getCapitalTimeZone(country));
  const law = iban.slice(0, 2);
  const facts = { creditor: site.company.name, amount: total, currency, day, law };
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
    ibanCountry: law,
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

export function formatCreditor({ name, address, city, country }: Site['company']): string {
  return [name, address, city, country].filter((part) => part !== '').join(', ');
}

interface MandateFacts {
  creditor: string;
  amount: number;
  currency: string;
  day: string;
  law: string;
}

/**
 * Returns the paragraphs of a mandate: the words of the SEPA Core scheme, and the purpose. `law`: the country of the
 * account, whose banks decide the words.
 */
export function mandateText(
  say: Say,
  language: Language,
  { creditor, amount, currency, day, law }: MandateFacts,
): string[] {
  const { money } = formatIn(language);
  return [
    say('direct-debit.mandate.authorise', { creditor, law }),
    say('direct-debit.mandate.refund', { law }),
    say('direct-debit.mandate.once', { amount: money(amount, currency), date: writeDay(language, day) }),
    say('direct-debit.mandate.code'),
  ];
}

export function writeDay(language: Language, day: string): string {
  return formatIn(language).day(new Date(`${day}T12:00:00Z`), 'UTC');
}
