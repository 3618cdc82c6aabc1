import { getCapitalTimeZone } from '../../contract/platform/countries.ts';
import type { PaymentMethodId } from '../../contract/payments/payment-methods.ts';
import type { CompanyInfo, Settings } from '../../contract/settings/operations.ts';
import type Type from 'typebox';

/** `before`: others see a photo once it is approved. `after`: members see it at once, and it is checked later. */
export type PhotoApproval = 'before' | 'after';

/** The site of a request: its key and its settings after inheritance. */
export interface Site {
  /** The host under which it is configured, or `default`. */
  key: string;
  settings: SiteSettings;
  company: Type.Static<typeof CompanyInfo>;
  /** Members of one pool find each other. */
  pool: string;
  photoApproval: PhotoApproval;
  paymentProviders: PaymentProviders;
  debit: DebitSettings;
}

export interface DebitSettings {
  /** The SEPA creditor identifier of the company; null: direct debit is not offered. */
  creditorId: string | null;
  /** The most that may be open at the same time, per member and per account, in minor units. */
  exposure: number;
}

/** The provider's name for each method that has its own, and for all others; `off` if not offered. */
export type PaymentProviders = Readonly<Partial<Record<PaymentMethodId, string>> & { default: string }>;

/** The settings that are the same for every caller from a country; `getSettings` adds what depends on the caller. */
export type SiteSettings = Omit<Type.Static<typeof Settings>, 'geoip_selected_country'>;

/** Finds the site of a call. `country` is the visitor's as reported by the edge; null if it reports none. */
export interface Sites {
  /** The site for the visitors of a host, and whether the host is one of ours: sessions are ignored at any other. */
  atHost(host: string, country: string | null): Promise<{ site: Site; isOurs: boolean }>;
  /** The site of a member, by `members.site`, whatever host they use; the default one if their domain is gone. */
  ofMember(key: string, country: string | null): Promise<Site>;
  /** The last known site of a host, however old; undefined if it was never read. Queries nothing and never fails. */
  lastKnownAt(host: string): Site | undefined;
}

/** The time zone in which the days of a site begin: that of its company. */
export function siteTimeZone({ company }: Pick<Site, 'company'>): string {
  return getCapitalTimeZone(company.country);
}
