import type { Country } from '../../contract/platform/countries.ts';
import type { Language } from '../../contract/platform/languages.ts';

/** The site of a request: its key and its settings after inheritance. `server/context.ts` adds those of the modules. */
export interface Site {
  /** The host under which it is configured, or `default`. */
  key: string;
  settings: SiteSettings;
}

/** The settings that are the same for every caller from a country. */
export interface SiteSettings {
  name: string;
  /** The languages offered to a visitor, and all languages of the site. */
  locales: Language[];
  site_locales: Language[];
  domain_language: Language | null;
  countries: Country[];
}

/** Finds the site of a call. `country` is the visitor's as reported by the edge; null if it reports none. */
export interface Sites {
  /** The site for the visitors of a host, and whether the host is one of ours: sessions are ignored at any other. */
  atHost(host: string, country: string | null): Promise<{ site: Site; isOurs: boolean }>;
  /** The site of a member, by `members.site`, whatever host they use; the default one if their domain is gone. */
  ofMember(key: string, country: string | null): Promise<Site>;
  /** The last known site of a host, however old; undefined if it was never read. Queries nothing and never fails. */
  lastKnownAt(host: string): Site | undefined;
  /** Makes this process read settings, domains and prices again on the next request. */
  clear(): void;
}
