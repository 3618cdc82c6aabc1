import { domainToASCII } from 'node:url';

import Type from 'typebox';
import { Value } from 'typebox/value';

import { type Country, countries } from '../../contract/countries.ts';
import { type Language, languageOf } from '../../contract/languages.ts';
import { debitExposureMinor, minAgeFloorYears } from '../../contract/limits.ts';
import { type PaymentMethodId, methodIds } from '../../contract/payment-methods.ts';
import { CompanyInfo, Settings } from '../../contract/settings.ts';
import type { DebitSettings, PaymentProviders, PhotoApproval } from '../platform/site.ts';
import {
  type ConfiguredSettings,
  computedFields,
  defaultCompany,
  defaultSettings,
  exampleCreditorId,
} from './default-settings.data.ts';
import type { PriceRow } from './queries.ts';

export const defaultScope = 'default';
export const defaultPool = 'default';

const configured = Type.Omit(Settings, [...computedFields]);

/** Fields of a scope beside those of Settings; they are not sent to browsers. */
const besideSettings = new Set([
  'company',
  'companies',
  'pool',
  'photo_approval',
  'payment_providers',
  'debit_exposure',
]);

type WithCompany = { company?: unknown; companies?: Record<string, unknown> | null } | null | undefined;

/** A host as in the site configuration: lower case, ASCII, without port and trailing dot; '' when it is not a host name. */
export function normaliseHost(host: string): string {
  const name = host
    .trim()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  if (name === '' || name.length > 253 || /[\s/\\@?#%]/.test(name)) return '';
  return domainToASCII(name.toLowerCase());
}

/** The key of the site at a host; every host that is not configured gets the default site, and is never fetched from. */
export function chooseSite(host: string, domains: ReadonlyMap<string, unknown>): string {
  const requested = normaliseHost(host);
  if (domains.has(requested)) return requested;
  const bare = withoutWww(requested);
  return domains.has(bare) ? bare : defaultScope;
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

const loopback = /^(?:localhost|[a-z0-9.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether sessions count at a host: one that is configured, as a domain or in PUBLIC_ORIGIN (`publicHost`), with or
 * without `www`. Outside of production also this machine, and every host as long as none is configured.
 */
export function isOurHost(
  host: string,
  known: { domains: ReadonlyMap<string, unknown>; publicHost: string | null; production: boolean },
): boolean {
  const { domains, publicHost, production } = known;
  const requested = normaliseHost(host);
  if (chooseSite(requested, domains) !== defaultScope) return true;
  if (publicHost !== null && withoutWww(requested) === withoutWww(publicHost)) return true;
  return !production && (loopback.test(requested) || (domains.size === 0 && publicHost === null));
}

/** The scopes that a site inherits from; later ones override earlier ones: default, niche, domain. */
export function scopesOf(key: string, niche: number): string[] {
  return [defaultScope, `niche:${niche}`, ...(key === defaultScope ? [] : [`domain:${key}`])];
}

/**
 * The defaults overridden by the scopes, field by field. A field that is unknown, computed or invalid is skipped, so
 * that a mistake in one scope never takes a site down; its name is in `ignored`.
 */
export function mergeSettings(layers: readonly unknown[]): { settings: ConfiguredSettings; ignored: string[] } {
  const ignored: string[] = [];
  const merged: Record<string, unknown> = { ...defaultSettings };
  for (const layer of layers) {
    for (const [field, value] of Object.entries((layer ?? {}) as Record<string, unknown>)) {
      const schema = (configured.properties as Record<string, Type.TSchema | undefined>)[field];
      const clean = cleanValue(field, value);
      if (schema && Object.hasOwn(defaultSettings, field) && Value.Check(schema, clean)) merged[field] = clean;
      else if (!besideSettings.has(field)) ignored.push(field);
    }
  }
  const settings = merged as unknown as ConfiguredSettings;
  return {
    settings: {
      ...settings,
      // Adults only: a scope can raise the minimum age, never lower it.
      min_age: Math.max(settings.min_age, minAgeFloorYears),
      support_phone: cleanPhone(settings.support_phone),
      countries: settings.countries.length > 0 ? settings.countries : defaultSettings.countries,
    },
    ignored,
  };
}

/** Refunds are promised in the EEA for at least so long, whatever a scope says. */
const refundDaysMinInEea = 14;

export function isInEea(country: Country): boolean {
  return countries[country].inEea;
}

/** How long unused credits can be returned by somebody who is in one of these countries. */
export function refundDaysIn(where: readonly Country[], refundDays: number): number {
  return where.some(isInEea) ? Math.max(refundDays, refundDaysMinInEea) : Math.max(refundDays, 0);
}

/**
 * A value of a scope in the form that clients get, or undefined if it is invalid: the first two letters of a language tag,
 * a picture prefix without its trailing slash, trimmed words. Nobody's data is resold here, so `member_resell` is false.
 */
function cleanValue(field: string, value: unknown): unknown {
  if (field === 'member_resell') return value === false ? value : undefined;
  if (typeof value !== 'string') return value;
  if (field === 'domain_language') return languageOf(value);
  if (field === 'cdn_prefix') return cleanPrefix(value);
  return field === 'fictional_singular' || field === 'fictional_plural' ? value.trim() : value;
}

function cleanPrefix(prefix: string): string | undefined {
  const clean = prefix.trim().replace(/(?<!\/)\/+$/, '');
  if (clean === '' || /^\/(?!\/)[\w./-]*$/.test(clean)) return clean;
  return /^https?:\/\/[\w.:/-]+$/.test(clean) && URL.canParse(clean) ? clean : undefined;
}

/**
 * The company behind a site: the installation's company, overridden by the one of `companies` that `company_id` names, then
 * by `company`; each field by field.
 */
export function mergeCompany(layers: readonly unknown[], companyId: number): Type.Static<typeof CompanyInfo> {
  const company: Record<string, unknown> = { ...defaultCompany };
  const named = layers.map((layer) => (layer as WithCompany)?.companies?.[companyId]);
  for (const own of [...named, ...layers.map((layer) => (layer as WithCompany)?.company)]) {
    for (const [field, value] of Object.entries((own ?? {}) as Record<string, unknown>)) {
      const schema = (CompanyInfo.properties as Record<string, Type.TSchema | undefined>)[field];
      if (schema && Value.Check(schema, value)) company[field] = value;
    }
  }
  const merged = company as Type.Static<typeof CompanyInfo>;
  return { ...merged, support_phone: cleanPhone(merged.support_phone) };
}

/** The pool of a site: members of one pool find each other. */
export function poolOf(layers: readonly unknown[]): string {
  const named = layers.map((layer) => (layer as { pool?: unknown } | null)?.pool);
  return named.findLast((pool): pool is string => typeof pool === 'string' && pool !== '') ?? defaultPool;
}

/**
 * When new photos are checked. Without a valid value: before others see them in production, afterwards elsewhere. An
 * invalid value of a scope is skipped, like that of any other field.
 */
export function photoApprovalOf(layers: readonly unknown[], production: boolean): PhotoApproval {
  const named = layers.map((layer) => (layer as { photo_approval?: unknown } | null | undefined)?.photo_approval);
  const chosen = named.findLast((value): value is PhotoApproval => value === 'before' || value === 'after');
  return chosen ?? (production ? 'before' : 'after');
}

const providerNames = ['mollie', 'stripe'];
/** In place of a provider: a site does not offer the method. */
const offName = 'off';

/**
 * Which payment provider a site uses, method by method: each entry of a scope overrides that of the scopes before it.
 * One that is invalid is skipped; its name is in `ignored`.
 */
export function paymentProvidersOf(layers: readonly unknown[]): { providers: PaymentProviders; ignored: string[] } {
  const providers: Partial<Record<PaymentMethodId, string>> & { default: string } = { default: 'mollie' };
  const ignored: string[] = [];
  for (const layer of layers) {
    const own = (layer as { payment_providers?: unknown } | null | undefined)?.payment_providers ?? {};
    for (const [method, name] of Object.entries(own)) {
      const isMethod = method === 'default' || methodIds.some((id) => id === method);
      const isKnown = providerNames.some((one) => one === name) || (name === offName && method !== 'default');
      if (isMethod && isKnown && typeof name === 'string') providers[method as PaymentMethodId] = name;
      else ignored.push(`payment_providers.${method}`);
    }
  }
  return { providers, ignored };
}

/**
 * How a site collects direct debits: `creditor_id` of the company, and `debit_exposure` of a scope. An invalid value is
 * skipped, like that of any other field.
 */
export function debitSettingsOf(layers: readonly unknown[], companyId: number, production: boolean): DebitSettings {
  const companies = [
    ...layers.map((layer) => (layer as WithCompany)?.companies?.[companyId]),
    ...layers.map((layer) => (layer as WithCompany)?.company),
  ];
  const ids = companies.map((company) => (company as { creditor_id?: unknown } | null | undefined)?.creditor_id);
  const exposures = layers.map((layer) => (layer as { debit_exposure?: unknown } | null | undefined)?.debit_exposure);
  return {
    creditorId: ids.findLast(isCreditorId) ?? (production ? null : exampleCreditorId),
    exposure:
      exposures.findLast((value): value is number => Number.isSafeInteger(value) && (value as number) >= 0) ??
      debitExposureMinor,
  };
}

/**
 * Whether a value is a SEPA creditor identifier: country, two check digits, three characters of the creditor's own, and
 * the national identifier. The check digits leave the creditor's own characters out (ISO 7064, mod 97-10).
 */
function isCreditorId(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(value)) return false;
  const digits = `${value.slice(7)}${value.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

/** A phone number without its dashes and spaces (specification, section 5). */
export function cleanPhone(phone: string): string {
  return phone.replaceAll(/[-\s\u2010-\u2015]/g, '');
}

/** The languages of the menu for a visitor's country, the site's own first; all languages if the country is unknown. */
export function visibleLocales(
  settings: Pick<ConfiguredSettings, 'locales' | 'domain_language'>,
  country: Country | null,
): Language[] {
  const ofCountry = country ? settings.locales.filter((one) => countries[country].locales.includes(one as never)) : [];
  const ordered = country
    ? [...countries[country].locales].filter((one) => ofCountry.includes(one))
    : [...settings.locales];
  const visible = ordered.length > 0 ? ordered : [...settings.locales];
  const own = settings.domain_language;
  return own ? [own, ...visible.filter((one) => one !== own)] : visible;
}

/**
 * The lowest price of one message per country, in minor units, rounded up, from the most specific scope that has prices
 * for the country.
 */
export function messageCosts(
  prices: readonly PriceRow[],
  scopes: readonly string[],
  messageCredits: number,
): Type.Static<typeof Settings>['minimum_message_costs'] {
  const costs: Type.Static<typeof Settings>['minimum_message_costs'] = {};
  for (const scope of scopes) {
    const own = new Map<string, PriceRow[]>();
    for (const price of prices.filter((row) => row.scope === scope))
      own.set(price.country, [...(own.get(price.country) ?? []), price]);
    for (const [country, rows] of own) {
      const cheapest = Math.min(...rows.map(({ amount, credits }) => Math.ceil((amount * messageCredits) / credits)));
      costs[country] = { costs: cheapest, currency: rows[0]?.currency as 'EUR' };
    }
  }
  return costs;
}
