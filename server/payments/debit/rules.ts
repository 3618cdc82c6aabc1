import { ValidationErrorsIBAN, electronicFormatIBAN, validateIBAN } from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

import { utcDay } from '../../../contract/platform/calendar.ts';
import type { Country } from '../../../contract/platform/countries.ts';
import {
  debitMandateMonths,
  debitOpenMinutes,
  debitsPerDay,
  smsCodeMinutes,
  smsCodeTriesMax,
  smsResendSeconds,
} from '../../../contract/payments/limits.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import { after, dayMs, minuteMs } from '../../platform/clock.ts';
import type { DebitRow } from './queries.ts';
import { phoneCountries, sepaCountries } from './sepa.data.ts';

type Read<T, E> = { value: T; error?: undefined } | { value?: undefined; error: E };

/** Reads an IBAN of a SEPA country, without spaces and in upper case; checks its length, check digits and format. */
export function readIban(text: string): Read<string, 'field.missing' | 'iban.invalid' | 'iban.not-sepa'> {
  const iban = withoutSpaces(text);
  if (iban === '') return { error: 'field.missing' };
  const { valid, errorCodes } = validateIBAN(iban);
  const isOfCountry = !errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry);
  if (isOfCountry && !sepaCountries.has(iban.slice(0, 2)) && /^[A-Z]{2}\d{2}/.test(iban))
    return { error: 'iban.not-sepa' };
  return valid ? { value: iban } : { error: 'iban.invalid' };
}

export function parseProviderIban(text: string): string | null {
  const iban = withoutSpaces(text);
  return validateIBAN(iban).valid ? iban : null;
}

function withoutSpaces(text: string): string {
  return electronicFormatIBAN(text.replaceAll(/[\s\u200b-\u200f\u2010-\u2015-]/g, '')) ?? '';
}

const mobileTypes: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE']);

/**
 * Reads a mobile number of a SEPA country as E.164; without a prefix, of `country`. Others are refused, because
 * messages to them may be expensive: premium rate, shared cost, satellites, distant countries.
 */
export function readPhone(
  text: string,
  country: Country,
): Read<string, 'field.missing' | 'phone.invalid' | 'phone.not-mobile'> {
  if (isBlank(text)) return { error: 'field.missing' };
  const phone = parsePhoneNumberFromString(text, country);
  if (!phone?.isValid() || phone.ext) return { error: 'phone.invalid' };
  const isMobile = mobileTypes.has(phone.getType()) && phone.country !== undefined && phoneCountries.has(phone.country);
  return isMobile ? { value: phone.number } : { error: 'phone.not-mobile' };
}

/** Returns the reference of a mandate: as unique as its id, and at most 35 characters that banks accept. */
export function deriveMandateReference(debitId: DebitId): string {
  return `TL${debitId.replaceAll('-', '').toUpperCase()}`;
}

const collectionDays = 2;

/**
 * Returns the first day, YYYY-MM-DD, to debit an account: two days later in the buyer's time zone, never on a weekend.
 */
export function collectionDay(now: Date, timeZone: string): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
  const day = after(new Date(`${today}T00:00:00Z`), collectionDays * dayMs);
  const weekday = day.getUTCDay();
  const moved = weekday === 6 ? after(day, 2 * dayMs) : weekday === 0 ? after(day, dayMs) : day;
  return utcDay(moved);
}

/** True if a mandate can be used: it has been given, and is used once within 36 months. */
export function isUsable(mandate: { signed_at: Date | null; payment_id: PaymentId | null }, now: Date): boolean {
  if (mandate.signed_at === null || mandate.payment_id !== null) return false;
  const end = new Date(mandate.signed_at);
  end.setUTCMonth(end.getUTCMonth() + debitMandateMonths);
  return now < end;
}

/**
 * True if an unconfirmed debit is too old for the collection day it names, or a confirmed one lost its account before
 * the provider had the mandate.
 */
export function isOver(
  debit: Pick<DebitRow, 'created_at' | 'signed_at' | 'sealed' | 'mandate_id' | 'refused_at'>,
  now: Date,
): boolean {
  if (debit.signed_at !== null) return debit.sealed === null && debit.mandate_id === null && debit.refused_at === null;
  return debit.sealed === null || after(debit.created_at, debitOpenMinutes * minuteMs) <= now;
}

export function isCodeOpen({ code_at: sentAt, tries }: { code_at: Date | null; tries: number }, now: Date): boolean {
  return sentAt !== null && tries < smsCodeTriesMax && now < codeEnd(sentAt);
}

export function codeEnd(sentAt: Date): Date {
  return after(sentAt, smsCodeMinutes * minuteMs);
}

export function resendSeconds({ code_at: sentAt }: { code_at: Date | null }, now: Date): number {
  if (sentAt === null) return 0;
  return Math.max(0, Math.ceil((after(sentAt, smsResendSeconds * 1_000).getTime() - now.getTime()) / 1_000));
}

/** An order by direct debit, counted for its account and its member. */
export interface Use {
  amount: number;
  created_at: Date;
  closed_at: Date | null;
}

/** True if the uses, including the next one, stay within the limits for open amounts and for orders a day. */
export function isWithinLimits(uses: readonly Use[], exposure: number, now: Date): boolean {
  const open = uses.filter(({ closed_at: closed }) => closed === null);
  const lately = uses.filter(({ created_at: at }) => after(at, dayMs) > now);
  return open.reduce((sum, { amount }) => sum + amount, 0) <= exposure && lately.length <= debitsPerDay;
}
