import { type Country, isCountry } from '../../contract/platform/countries.ts';
import { interests, interestsFor } from '../../contract/members/interests.ts';
import type { Niche } from '../../contract/settings/niches.ts';
import { regions } from '../../contract/geo/regions.data.ts';
import type { AppContext } from '../context.ts';
import { StartError } from '../platform/database/check-database.ts';
import type { Database, Reader } from '../platform/database/database.ts';
import type { Site, SiteSettings, Sites } from '../platform/site.ts';
import { nicheFacts } from './niches.data.ts';
import { type DomainRow, type PriceRow, listDomains, listPricesOfScopes, listScopes } from './queries.ts';
import {
  chooseSite,
  resolveDebitSettings,
  examplesIn,
  isOurHost,
  mergeCompany,
  mergeSettings,
  messageCosts,
  resolvePaymentProviders,
  resolvePhotoApproval,
  resolvePool,
  listSiteScopes,
  visibleLocales,
} from './rules.ts';
import { type ScopeValues, defaultScope, readScope } from './scope-values.ts';

type SiteContext = Pick<AppContext, 'database' | 'config' | 'clock' | 'log' | 'push'>;

interface Tables {
  scopes: Map<string, ScopeValues>;
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

interface LastKnown {
  tables: Tables;
  sites: Map<string, Site>;
}

// Another node may have changed a setting, so the cache expires after this time.
const keepMs = 30_000;
const caches = new WeakMap<Database, Cache>();
/** The result of the last successful read. */
const lastKnown = new WeakMap<Database, LastKnown>();
let generation = 0;

/** Makes this process read settings, domains and prices again on the next request. */
export function clearSiteCache(): void {
  generation += 1;
}

/** Sites with their inherited settings (specification, section 3), cached for 30 s or until `clearSiteCache`. */
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
    lastKnownAt(host) {
      const known = lastKnown.get(context.database);
      return known && siteIn(context, known, chooseSite(host, known.tables.domains), null);
    },
  };
}

async function findSite(context: SiteContext, cache: Cache, key: string, country: string | null): Promise<Site> {
  return siteIn(context, { tables: await cache.tables, sites: cache.sites }, key, country);
}

function siteIn(context: SiteContext, { tables, sites }: LastKnown, key: string, country: string | null): Site {
  const visitor = country !== null && isCountry(country) ? country : null;
  const name = `${key} ${visitor ?? ''}`;
  const known = sites.get(name);
  if (known) return known;
  const site = buildSite(context, tables, key, visitor);
  sites.set(name, site);
  return site;
}

function cacheOf(context: SiteContext): Cache {
  const now = context.clock.now().getTime();
  const known = caches.get(context.database);
  if (known && known.generation === generation && known.until > now && known.until <= now + keepMs) return known;
  const fresh: Cache = { generation, until: now + keepMs, tables: readTables(context), sites: new Map() };
  fresh.tables.then(
    (tables) => lastKnown.set(context.database, { tables, sites: fresh.sites }),
    // After a failed read, the next request retries.
    () => caches.delete(context.database),
  );
  caches.set(context.database, fresh);
  return fresh;
}

async function readTables({ database, clock, log }: SiteContext): Promise<Tables> {
  const [{ scopes, domains, faults }, prices] = await Promise.all([
    readScopes(database),
    database.all(listPricesOfScopes, { now: clock.now() }),
  ]);
  if (faults.length > 0) log.warn({ event: 'settings.ignored', faults }, 'invalid settings were ignored');
  return { scopes, domains, prices };
}

/** Reads the configuration and its faults, each prefixed with its scope. */
async function readScopes(reader: Reader): Promise<Omit<Tables, 'prices'> & { faults: string[] }> {
  const [rows, hosts] = await Promise.all([reader.all(listScopes), reader.all(listDomains)]);
  const domains = new Map(hosts.map((domain) => [domain.host, domain]));
  const read = rows.map(({ scope, values }) => ({ scope, ...readScope(scope, values) }));
  return {
    scopes: new Map(read.map(({ scope, values }) => [scope, values])),
    domains,
    faults: read.flatMap(({ scope, faults }) => [
      ...(scope.startsWith('domain:') && !domains.has(scope.slice(7)) ? [`${scope}: there is no such domain`] : []),
      ...faults.map((fault) => `${scope}: ${fault}`),
    ]),
  };
}

/** Finds faults in the settings, and sites that still have the company or address of a fresh installation. */
export async function checkSettings(reader: Reader): Promise<{ faults: string[]; examples: string[] }> {
  const { scopes, domains, faults } = await readScopes(reader);
  const examples = [defaultScope, ...domains.keys()].flatMap((key) => {
    const layers = layersOf({ scopes, domains }, key).layers;
    const settings = mergeSettings(layers);
    const company = mergeCompany(layers, settings.company_id);
    return examplesIn({ company, settings }).map((field) => `${key}: ${field}`);
  });
  return { faults, examples };
}

/** Throws if a site would sell in the name of the example company, which its receipts would keep for good. */
export async function refuseExamples(reader: Reader): Promise<void> {
  const { examples } = await checkSettings(reader);
  if (examples.length === 0) return;
  throw new StartError(
    `production does not start with the company and the address of the example; set them with npm run settings:\n- ${examples.join('\n- ')}`,
  );
}

/** The scopes that a site inherits from, and their values. */
function layersOf({ scopes, domains }: Omit<Tables, 'prices'>, key: string) {
  const niche = domains.get(key)?.niche ?? scopes.get(defaultScope)?.settings.niche ?? 1;
  const names = listSiteScopes(key, niche);
  return { niche, names, layers: names.flatMap((scope) => scopes.get(scope) ?? []) };
}

function buildSite(context: SiteContext, tables: Tables, key: string, visitor: Country | null): Site {
  const { niche, names, layers } = layersOf(tables, key);
  const settings = mergeSettings(layers);
  const full: SiteSettings = {
    ...settings,
    niche,
    locales: visibleLocales(settings, visitor),
    site_locales: settings.locales,
    // Never the request's host, which the client chooses.
    domain: key === defaultScope ? ownHost(context) : key,
    geoip_country: visitor,
    minimum_message_costs: messageCosts(tables.prices, names, settings.message_credits),
    interests: interestsFor(nicheFacts[niche as Niche]).map((interest) => ({
      key: interest,
      icon: interests[interest].icon,
      explicit: interests[interest].explicit,
    })),
    region_data: Object.fromEntries(settings.countries.map((country) => [country, [...regions[country]]])),
    push_public_key: context.push?.publicKey ?? null,
    demo: context.config.demo,
    payments_test: context.config.payments.test,
  };
  return {
    key,
    settings: full,
    company: mergeCompany(layers, settings.company_id),
    pool: resolvePool(layers),
    photoApproval: resolvePhotoApproval(layers, context.config.production),
    paymentProviders: resolvePaymentProviders(layers),
    debit: resolveDebitSettings(layers, settings.company_id, context.config.production),
  };
}

function ownHost(context: SiteContext): string {
  return context.config.publicOrigin ? new URL(context.config.publicOrigin).hostname : 'localhost';
}
