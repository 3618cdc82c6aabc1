import { timeZoneOf } from '../../contract/countries.ts';
import type { PaymentMethodId } from '../../contract/payment-methods.ts';
import type { CompanyInfo, Settings } from '../../contract/settings.ts';
import type Type from 'typebox';

/** `before`: others see a photo once it is approved. `after`: members do at once, and it is checked later. */
export type PhotoApproval = 'before' | 'after';

/** The site of a request: its key and its settings after inheritance. */
export interface Site {
  /** The host under which it is configured, or `default`. */
  key: string;
  settings: SiteSettings;
  /** The company behind the site. */
  company: Type.Static<typeof CompanyInfo>;
  /** Members of one pool find each other. */
  pool: string;
  /** When new photos are checked: before others see them, or after. */
  photoApproval: PhotoApproval;
  paymentProviders: PaymentProviders;
  debit: DebitSettings;
}

/** How the site collects direct debits. */
export interface DebitSettings {
  /** The SEPA creditor identifier of the company; null: direct debit is not offered. */
  creditorId: string | null;
  /** What may be open at the same time, of one member and of one account, in minor units. */
  exposure: number;
}

/** The name of the provider for each method that has one of its own, and for all others; `off` for one that is not offered. */
export type PaymentProviders = Readonly<Partial<Record<PaymentMethodId, string>> & { default: string }>;

/** The settings that are the same for every caller from a country; `getSettings` adds what depends on the caller. */
export type SiteSettings = Omit<Type.Static<typeof Settings>, 'geoip_selected_country'>;

/** Finds the site of a call. `country` is that of the visitor as reported by the edge; null if it reports none. */
export interface Sites {
  /** The site for the visitors of a host, and whether the host is one of ours: at any other no session counts. */
  atHost(host: string, country: string | null): Promise<{ site: Site; isOurs: boolean }>;
  /** The site of a member, by `members.site`, at whatever host they are; the default one if their domain is gone. */
  ofMember(key: string, country: string | null): Promise<Site>;
  /** The site of a host as it was read last, however long ago; undefined if it never was. Asks nothing and never fails. */
  lastKnownAt(host: string): Site | undefined;
}

/** The zone in which the days of a site begin: where its company is. */
export function siteTimeZone({ company }: Pick<Site, 'company'>): string {
  return timeZoneOf(company.country);
}
