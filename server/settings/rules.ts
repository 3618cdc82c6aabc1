import { domainToASCII } from 'node:url';

import type Type from 'typebox';

import { type Country, countries, getCapitalTimeZone } from '../../contract/platform/countries.ts';
import type { Language } from '../../contract/platform/languages.ts';
import { debitExposureMinor } from '../../contract/payments/limits.ts';
import type { CompanyInfo, Settings } from '../../contract/settings/operations.ts';
import {
  type ConfiguredSettings,
  defaultCompany,
  defaultSettings,
  exampleCreditorId,
} from './default-settings.data.ts';
import type { PriceRow } from './queries.ts';
import {
  type CompanyValues,
  type PaymentProviders,
  type PhotoApproval,
  type ScopeValues,
  defaultScope,
} from './scope-values.ts';

export type { PaymentProviders, PhotoApproval };

const defaultPool = 'default';

/** Normalizes a host: lower case, ASCII, without port and trailing dot; '' if it is not a host name. */
export function normaliseHost(host: string): string {
  const name = host
    .trim()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  if (name === '' || name.length > 253 || /[\s/\\@?#%]/.test(name)) return '';
  return domainToASCII(name.toLowerCase());
}

/** Returns the key of the site at a host. Any host that is not configured gets the default site. */
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
 * True if sessions count at a host: it is configured, as a domain or in PUBLIC_ORIGIN, with or without `www`. Outside
 * production this machine counts as well, and so does every host as long as none is configured.
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

/** Lists the scopes that a site inherits from; later ones override earlier ones: default, niche, domain. */
export function listSiteScopes(key: string, niche: number): string[] {
  return [defaultScope, `niche:${niche}`, ...(key === defaultScope ? [] : [`domain:${key}`])];
}

/** Mails have the site's name, unless a scope gives them another. */
export function mergeSettings(layers: readonly ScopeValues[]): ConfiguredSettings {
  const given: Partial<ConfiguredSettings> = Object.assign({}, ...layers.map(({ settings }) => settings));
  return { ...defaultSettings, ...given, mail_name: given.mail_name ?? given.name ?? defaultSettings.mail_name };
}

/** The minimum refund period in the EEA, whatever a scope says. */
const refundDaysMinInEea = 14;

export function isInEea(country: Country): boolean {
  return countries[country].inEea;
}

/** Returns the days for returning unused credits, for a member in one of these countries. */
export function refundDaysIn(where: readonly Country[], refundDays: number): number {
  return where.some(isInEea) ? Math.max(refundDays, refundDaysMinInEea) : Math.max(refundDays, 0);
}

/** Merges field by field: the default company, the entry of `companies` that `company_id` names, then `company`. */
export function mergeCompany(layers: readonly ScopeValues[], companyId: number): Type.Static<typeof CompanyInfo> {
  const { creditor_id: _, ...company } = ownCompany(layers, companyId);
  return { ...defaultCompany, ...company };
}

function ownCompany(layers: readonly ScopeValues[], companyId: number): CompanyValues {
  const named = layers.map(({ companies }) => companies[companyId]);
  return Object.assign({}, ...named, ...layers.map(({ company }) => company)) as CompanyValues;
}

/**
 * Lists the fields that still have the values of a fresh installation: its example company, and its support address.
 */
export function examplesIn({ company, settings }: { company: object; settings: object }): string[] {
  const given: Record<string, unknown> = { ...company };
  const examples = (['name', 'address', 'kvk', 'vat_numbers'] as const).filter(
    (field) => JSON.stringify(given[field]) === JSON.stringify(defaultCompany[field]),
  );
  const isExample = (settings as ConfiguredSettings).support_email === defaultSettings.support_email;
  return [...examples.map((field) => `company.${field}`), ...(isExample ? ['support_email'] : [])];
}

/** The values of a site that no browser gets, beside its settings. */
export interface SiteValues {
  company: Type.Static<typeof CompanyInfo>;
  /** Members of one pool find each other. */
  pool: string;
  /** When photos are approved; by default before others see them in production, and afterwards elsewhere. */
  photoApproval: PhotoApproval;
  /** The provider of each method; later scopes override single entries of earlier ones. */
  paymentProviders: PaymentProviders;
  debit: {
    /** The SEPA creditor identifier of the company; null: direct debit is not offered. */
    creditorId: string | null;
    /** The most that may be open at the same time, per member and per account, in minor units. */
    exposure: number;
  };
}

export function resolveValues(layers: readonly ScopeValues[], companyId: number, production: boolean): SiteValues {
  const { pool, photo_approval, debit_exposure }: ScopeValues['beside'] = Object.assign(
    {},
    ...layers.map(({ beside }) => withoutMissing(beside)),
  );
  return {
    company: mergeCompany(layers, companyId),
    pool: pool ?? defaultPool,
    photoApproval: photo_approval ?? (production ? 'before' : 'after'),
    paymentProviders: Object.assign({ default: 'mollie' }, ...layers.map((layer) => layer.paymentProviders)),
    debit: {
      creditorId: ownCompany(layers, companyId).creditor_id ?? (production ? null : exampleCreditorId),
      exposure: debit_exposure ?? debitExposureMinor,
    },
  };
}

function withoutMissing(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Returns the time zone in which the days of a site begin: that of its company. */
export function siteTimeZone({ company }: Pick<SiteValues, 'company'>): string {
  return getCapitalTimeZone(company.country);
}

/**
 * Lists the menu's languages for a visitor's country, the site's own first; all languages if the country is unknown.
 */
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
 * Computes the lowest price of a message per country, in minor units, rounded up, from the most specific scope with
 * prices.
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
