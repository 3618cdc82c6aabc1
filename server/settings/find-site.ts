import { type Country, isCountry } from '../../contract/countries.ts';
import { interests, interestsFor } from '../../contract/interests.ts';
import type { Niche } from '../../contract/niches.ts';
import { regions } from '../../contract/regions.data.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../platform/database/database.ts';
import type { Site, SiteSettings, Sites } from '../platform/site.ts';
import { nicheFacts } from './niches.data.ts';
import {
  type DomainRow,
  type PriceRow,
  type ScopeRow,
  listDomains,
  listPricesOfScopes,
  listScopes,
} from './queries.ts';
import {
  chooseSite,
  debitSettingsOf,
  defaultScope,
  isOurHost,
  mergeCompany,
  mergeSettings,
  messageCosts,
  paymentProvidersOf,
  photoApprovalOf,
  poolOf,
  scopesOf,
  visibleLocales,
} from './rules.ts';

type SiteContext = Pick<AppContext, 'database' | 'config' | 'clock' | 'log' | 'push'>;

interface Tables {
  scopes: Map<string, unknown>;
  domains: Map<string, DomainRow>;
  prices: PriceRow[];
}

interface Cache {
  generation: number;
  until: number;
  tables: Promise<Tables>;
  /** Finished sites by key and country. */
  sites: Map<string, Site>;
}

// Another node may have changed a setting, so the cache expires after this time.
const keepMs = 30_000;
const caches = new WeakMap<Database, Cache>();
let generation = 0;

/** Makes this process read settings, domains and prices again on the next request. */
export function clearSiteCache(): void {
  generation += 1;
}

/**
 * The sites with their inherited settings: default, then niche, then domain (specification, section 3). Cached for 30 s
 * or until `clearSiteCache`.
 */
export function createSites(context: SiteContext): Sites {
  return {
    async atHost(host, country) {
      const cache = cacheOf(context);
      const { domains } = await cache.tables;
      const { production, publicOrigin } = context.config;
      const ours = { domains, production, publicHost: publicOrigin && new URL(publicOrigin).hostname };
      const site = await findSite(context, cache, chooseSite(host, domains), country);
      return { site, isOurs: isOurHost(host, ours) };
    },
    async ofMember(key, country) {
      const cache = cacheOf(context);
      const { domains } = await cache.tables;
      return findSite(context, cache, domains.has(key) ? key : defaultScope, country);
    },
  };
}

async function findSite(context: SiteContext, cache: Cache, key: string, country: string | null): Promise<Site> {
  const tables = await cache.tables;
  const visitor = country !== null && isCountry(country) ? country : null;
  const name = `${key} ${visitor ?? ''}`;
  const known = cache.sites.get(name);
  if (known) return known;
  const site = buildSite(context, tables, key, visitor);
  cache.sites.set(name, site);
  return site;
}

function cacheOf(context: SiteContext): Cache {
  const now = context.clock.now().getTime();
  const known = caches.get(context.database);
  if (known && known.generation === generation && known.until > now && known.until <= now + keepMs) return known;
  const fresh: Cache = { generation, until: now + keepMs, tables: readTables(context), sites: new Map() };
  // After a failed read the next request tries again.
  fresh.tables.catch(() => caches.delete(context.database));
  caches.set(context.database, fresh);
  return fresh;
}

async function readTables({ database, clock }: SiteContext): Promise<Tables> {
  const [scopes, domains, prices]: [ScopeRow[], DomainRow[], PriceRow[]] = await Promise.all([
    database.all(listScopes),
    database.all(listDomains),
    database.all(listPricesOfScopes, { now: clock.now() }),
  ]);
  return {
    scopes: new Map(scopes.map(({ scope, values }) => [scope, values])),
    domains: new Map(domains.map((domain) => [domain.host, domain])),
    prices,
  };
}

function buildSite(context: SiteContext, tables: Tables, key: string, visitor: Country | null): Site {
  const defaults = tables.scopes.get('default') as { niche?: unknown } | undefined;
  const niche = tables.domains.get(key)?.niche ?? (typeof defaults?.niche === 'number' ? defaults.niche : 1);
  const scopes = scopesOf(key, niche);
  const layers = scopes.map((scope) => tables.scopes.get(scope));
  const { settings, ignored } = mergeSettings(layers);
  const payments = paymentProvidersOf(layers);
  ignored.push(...payments.ignored);
  if (ignored.length > 0) context.log.warn({ site: key, fields: ignored }, 'invalid settings were ignored');
  const full: SiteSettings = {
    ...settings,
    niche: niche in nicheFacts ? niche : 1,
    locales: visibleLocales(settings, visitor),
    site_locales: settings.locales,
    // Never the request's host, which anybody can choose.
    domain: key === defaultScope ? ownHost(context) : key,
    geoip_country: visitor,
    minimum_message_costs: messageCosts(tables.prices, scopes, settings.message_credits),
    interests: interestsFor(nicheFacts[niche as Niche] ?? nicheFacts[1]).map((interest) => ({
      key: interest,
      icon: interests[interest].icon,
      explicit: interests[interest].explicit,
    })),
    region_data: Object.fromEntries(settings.countries.map((country) => [country, [...regions[country]]])),
    push_public_key: context.push?.publicKey ?? null,
    demo: context.config.demo,
  };
  return {
    key,
    settings: full,
    company: mergeCompany(layers, settings.company_id),
    pool: poolOf(layers),
    photoApproval: photoApprovalOf(layers, context.config.production),
    paymentProviders: payments.providers,
    debit: debitSettingsOf(layers, settings.company_id, context.config.production),
  };
}

function ownHost(context: SiteContext): string {
  return context.config.publicOrigin ? new URL(context.config.publicOrigin).hostname : 'localhost';
}
