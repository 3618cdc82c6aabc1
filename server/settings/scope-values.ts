import Type from 'typebox';
import { Value } from 'typebox/value';

import { searchedAttributes } from '../../contract/members/attributes.ts';
import { profileFields } from '../../contract/members/shown-profile.ts';
import { parseLanguage } from '../../contract/platform/languages.ts';
import { debitExposureMaxMinor } from '../../contract/payments/limits.ts';
import { type PaymentMethodId, methodIds } from '../../contract/payments/payment-methods.ts';
import { CompanyInfo, Settings } from '../../contract/settings/operations.ts';
import { type ConfiguredSettings, computedFields } from './default-settings.data.ts';

/** `before`: others see a photo once it is approved. `after`: members see it at once, and it is checked later. */
export type PhotoApproval = 'before' | 'after';

/** The provider's name for each method that has its own, and for all others; `off` if not offered. */
export type PaymentProviders = Readonly<Partial<Record<PaymentMethodId, string>> & { default: string }>;

export const defaultScope = 'default';

export type CompanyValues = Partial<Type.Static<typeof CompanyInfo>> & { creditor_id?: string };

/** The checked values of a scope: every field may be missing, and none is invalid. */
export interface ScopeValues {
  settings: Partial<ConfiguredSettings>;
  company: CompanyValues;
  companies: Record<string, CompanyValues>;
  paymentProviders: Partial<PaymentProviders>;
  /** Values that are not sent to browsers. */
  beside: { pool?: string; photo_approval?: PhotoApproval; debit_exposure?: number };
}

type Fields = Record<string, Type.TSchema | undefined>;

const fieldsOfScope: Fields = {
  ...Type.Omit(Settings, [...computedFields]).properties,
  // A misspelled name would hide a field, and nobody would hear of it.
  visible_profile_fields: Type.Array(Type.Enum([...profileFields]), { uniqueItems: true }),
  search_fields: Type.Array(Type.Enum([...searchedAttributes]), { uniqueItems: true }),
  pool: Type.String({ minLength: 1 }),
  photo_approval: Type.Enum(['before', 'after']),
  debit_exposure: Type.Integer({ minimum: 0, maximum: debitExposureMaxMinor }),
};
const companyFields: Fields = { ...CompanyInfo.properties, creditor_id: Type.String() };
const providerNames = ['mollie', 'stripe'];
const providerFields: Fields = {
  default: Type.Enum(providerNames),
  // `off` in place of a provider switches the method off.
  ...Object.fromEntries(methodIds.map((method) => [method, Type.Enum([...providerNames, 'off'])])),
};

/**
 * Leaves out unknown, computed and invalid fields, and invalid items of lists, so that a mistake never takes a site
 * down. `faults` describes each of them, without its value.
 */
export function readScope(scope: string, given: unknown): { values: ScopeValues; faults: string[] } {
  const faults: string[] = [];
  if (!/^(?:default|niche:[1-7]|domain:[a-z0-9.-]+)$/.test(scope)) faults.push(`${scope} is not a scope`);
  const { company: own, companies: numbered, payment_providers: providers, ...others } = toObject('', given, faults);
  const { pool, photo_approval, debit_exposure, ...settings } = pickValid('', others, fieldsOfScope, faults);
  // In other scopes the table of domains sets the niche.
  if (settings['niche'] !== undefined && scope !== defaultScope) faults.push('niche is set in the scope default alone');
  const companies: ScopeValues['companies'] = {};
  for (const [id, one] of Object.entries(toObject('companies', numbered, faults))) {
    if (/^[1-9]\d{0,8}$/.test(id)) companies[id] = pickValid(`companies.${id}`, one, companyFields, faults);
    else faults.push(`companies.${id} is not the number of a company`);
  }
  const values = {
    settings,
    beside: { pool, photo_approval, debit_exposure } as ScopeValues['beside'],
    company: pickValid('company', own, companyFields, faults),
    companies,
    paymentProviders: pickValid('payment_providers', providers, providerFields, faults),
  };
  return { values, faults };
}

function toObject(name: string, given: unknown, faults: string[]): Record<string, unknown> {
  if (given === undefined) return {};
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Record<string, unknown>;
  faults.push(`${name || 'the scope'} is not an object`);
  return {};
}

function pickValid(name: string, given: unknown, fields: Fields, faults: string[]): Record<string, unknown> {
  const valid: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(toObject(name, given, faults))) {
    const path = name === '' ? field : `${name}.${field}`;
    const schema = Object.hasOwn(fields, field) ? fields[field] : undefined;
    const clean = cleanValue(field, value);
    if (!schema) faults.push(`${path} is not a setting`);
    else if (clean !== undefined && Value.Check(schema, clean)) valid[field] = clean;
    else {
      faults.push(`${path} ${Value.Errors(schema, clean ?? value)[0]?.message ?? 'is not valid'}`);
      const rest = keepValidItems(schema, clean);
      if (rest) valid[field] = rest;
    }
  }
  return valid;
}

/**
 * Returns what is right of a list, once each. Without it, a misspelled name in the list of shown fields would show the
 * default instead: all of them.
 */
function keepValidItems(schema: Type.TSchema, given: unknown): unknown[] | undefined {
  if (!Type.IsArray(schema) || !Array.isArray(given)) return undefined;
  const rest = [...new Set(given.filter((item) => Value.Check(schema.items, item)))];
  return Value.Check(schema, rest) ? rest : undefined;
}

/** Converts a value to the form that clients get; undefined if it is invalid. `member_resell` can only be false. */
function cleanValue(field: string, value: unknown): unknown {
  if (field === 'member_resell') return value === false ? value : undefined;
  if (typeof value !== 'string') return value;
  if (field === 'domain_language') return parseLanguage(value);
  if (field === 'cdn_prefix') return cleanPrefix(value);
  if (field === 'support_phone') return cleanPhone(value);
  if (field === 'creditor_id') return isCreditorId(value) ? value : undefined;
  return field === 'fictional_singular' || field === 'fictional_plural' ? value.trim() : value;
}

function cleanPrefix(prefix: string): string | undefined {
  const clean = prefix.trim().replace(/(?<!\/)\/+$/, '');
  if (clean === '' || /^\/(?!\/)[\w./-]*$/.test(clean)) return clean;
  return /^https?:\/\/[\w.:/-]+$/.test(clean) && URL.canParse(clean) ? clean : undefined;
}

/** Returns a phone number without its dashes and spaces (specification, section 5). */
function cleanPhone(phone: string): string {
  return phone.replaceAll(/[-\s\u2010-\u2015]/g, '');
}

/**
 * True for a SEPA creditor identifier. Its check digits (ISO 7064, mod 97-10) do not cover characters 5 to 7, the
 * business code.
 */
function isCreditorId(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(value)) return false;
  const digits = `${value.slice(7)}${value.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}
