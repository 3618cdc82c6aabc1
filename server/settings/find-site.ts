import { type Country, isCountry } from '../../contract/platform/countries.ts';
import { interests, interestsFor, isExplicit } from '../../contract/members/interests.ts';
import type { Niche } from '../../contract/settings/niches.ts';
import { regions } from '../../contract/geo/regions.data.ts';
import type { AppContext } from '../context.ts';
import { StartError } from '../platform/database/check-database.ts';
import type { Reader } from '../platform/database/database.ts';
import type { Site, SiteSettings, Sites } from '../platform/site.ts';
import { nicheFacts } from './niches.data.ts';
import { type DomainRow, type PriceRow, listDomains, listPricesOfScopes, listScopes } from './queries.ts';
import {
  chooseSite,
  examplesIn,
  isOurHost,
  mergeCompany,
  mergeSettings,
  messageCosts,
  resolveValues,
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

interface Known {
  tables: Tables;
  /** Finished sites by key and country. */
  sites: Map<string, Site>;
}

// Another node may have changed a setting, so the cache expires after this time.
const keepMs = 30_000;

/** Creates the sites with their inherited settings (specification, section 3), cached for 30 s or until `clear`. */
export function createSites(context: SiteContext): Sites {
  let cache: { until: number; known: Promise<Known> } | undefined;
  let lastKnown: Known | undefined;
  const read = (): Promise<Known> => {
    const now = context.clock.now().getTime();
    if (cache && cache.until > now && cache.until <= now + keepMs) return cache.known;
    const known = readTables(context).then((tables) => ({ tables, sites: new Map<string, Site>() }));
    const fresh = { until: now + keepMs, known };
    cache = fresh;
    known.then(
      (value) => (lastKnown = value),
      // After a failed read, the next request retries.
      () => (cache = cache === fresh ? undefined : cache),
    );
    return known;
  };
  return {
    async atHost(host, country) {
      const known = await read();
      const { domains } = known.tables;
      const { production, publicOrigin } = context.config;
      const ours = { domains, production, publicHost: publicOrigin && new URL(publicOrigin).hostname };
      return { site: siteIn(context, known, chooseSite(host, domains), country), isOurs: isOurHost(host, ours) };
    },
    async ofMember(key, country) {
      const known = await read();
      return siteIn(context, known, known.tables.domains.has(key) ? key : defaultScope, country);
    },
    lastKnownAt: (host) => lastKnown && siteIn(context, lastKnown, chooseSite(host, lastKnown.tables.domains), null),
    clear: () => (cache = undefined),
  };
}

function siteIn(context: SiteContext, { tables, sites }: Known, key: string, country: string | null): Site {
  const visitor = country !== null && isCountry(country) ? country : null;
  const name = `${key} ${visitor ?? ''}`;
  const known = sites.get(name);
  if (known) return known;
  const site = buildSite(context, tables, key, visitor);
  sites.set(name, site);
  return site;
}

async function readTables({ database, clock, log }: SiteContext): Promise<Tables> {
  const [{ scopes, domains, faults }, prices] = await Promise.all([
    readScopes(database),
    database.all(listPricesOfScopes, { now: clock.now() }),
  ]);
  if (faults.length > 0) log.warn({ event: 'settings.ignored', faults }, 'invalid settings were ignored');
  return { scopes, domains, prices };
}

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
    const layers = listLayers({ scopes, domains }, key).layers;
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
    `production does not start with the company and the address of the example; set them with npm run site:\n- ${examples.join('\n- ')}`,
  );
}

function listLayers({ scopes, domains }: Omit<Tables, 'prices'>, key: string) {
  const niche = domains.get(key)?.niche ?? scopes.get(defaultScope)?.settings.niche ?? 1;
  const names = listSiteScopes(key, niche);
  return { niche, names, layers: names.flatMap((scope) => scopes.get(scope) ?? []) };
}

function buildSite(context: SiteContext, tables: Tables, key: string, visitor: Country | null): Site {
  const { niche, names, layers } = listLayers(tables, key);
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
      explicit: isExplicit(interest),
    })),
    region_data: Object.fromEntries(settings.countries.map((country) => [country, [...regions[country]]])),
    push_public_key: context.push?.publicKey ?? null,
    demo: context.config.demo,
    payments_test: context.config.rehearsal,
  };
  return {
    key,
    settings: full,
    ...resolveValues(layers, settings.company_id, context.config.production),
  };
}

function ownHost(context: SiteContext): string {
  return context.config.publicOrigin ? new URL(context.config.publicOrigin).hostname : 'localhost';
}
