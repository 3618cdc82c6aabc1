import type { Language } from '../../contract/platform/languages.ts';
import { landers } from '../landers/lander-names.ts';
import { resolveNicheSlug } from '../../contract/settings/niches.ts';
import { type RouteName, pathTo, routeNames, routeTable } from '../platform/pages/route-table.ts';

/** Returns the URL of a page, in one language or in the visitor's. */
export function addressIn(origin: string, path: string, language?: Language): string {
  return `${origin}${path}${language ? `?lang=${language}` : ''}`;
}

/**
 * Returns the path under which a page is listed, if it is. A lander of the site's own niche is listed without the
 * niche. The landers of other niches differ by a few sentences and one drawing: listing all seven would make them
 * doorway pages, and would name niches unrelated to the site.
 */
export function listedPath(
  name: RouteName,
  { slug, ...params }: Readonly<Record<string, string | undefined>>,
  siteNiche: number,
): string | undefined {
  const isOwn = slug === undefined || slug === resolveNicheSlug(siteNiche, undefined);
  return isOwn ? pathTo(name, params) : undefined;
}

function indexedPaths(): string[] {
  const plain = routeNames.filter((name) => {
    const { indexed, page, path } = routeTable[name];
    return indexed && page !== null && !path.includes(':');
  });
  return [...plain.map((name) => pathTo(name)), ...landers.map((name) => pathTo('landers-name', { name }))];
}

export function sitemapIndex(origin: string, languages: readonly Language[]): string {
  const entries = languages.map((language) => `<sitemap><loc>${origin}/sitemap-${language}.xml</loc></sitemap>`);
  return xml(`<sitemapindex xmlns="${schema}">`, entries, '</sitemapindex>');
}

/** Writes `/sitemap-{language}.xml`: every indexed page in this language, each with its URLs in all others. */
export function sitemap(origin: string, language: Language, languages: readonly Language[]): string {
  const entries = indexedPaths().map((path) => {
    const others = [
      alternate('x-default', addressIn(origin, path)),
      ...languages.map((other) => alternate(other, addressIn(origin, path, other))),
    ];
    return `<url><loc>${addressIn(origin, path, language)}</loc>${others.join('')}</url>`;
  });
  return xml(`<urlset xmlns="${schema}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`, entries, '</urlset>');
}

const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function alternate(language: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`;
}

function xml(open: string, entries: readonly string[], close: string): string {
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...entries, close, ''].join('\n');
}

/**
 * Disallows the first path segment of each unindexed page, except pages whose links are shared. The longer of two
 * matching rules applies (RFC 9309). Robots that obey never see `routeHeaders`, so a search engine may list a bare URL
 * that it found elsewhere: it names nobody, whereas letting all robots read the pages would.
 */
export function robots(origin: string): string {
  const opened = new Set(indexedPaths().map(firstPart));
  const closed = new Set(
    routeNames
      .filter((name) => !routeTable[name].indexed)
      .map((name) => firstPart(routeTable[name].path))
      .filter((part) => !opened.has(part)),
  );
  const lines = [...closed, '/api/', '/dev/'].toSorted().map((part) => `Disallow: ${part}`);
  const shared = routeNames.filter((name) => routeTable[name].shared).map((name) => `Allow: ${toPathPattern(name)}`);
  return ['User-agent: *', 'Allow: /', ...shared, ...lines, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

/**
 * Returns the pattern with which all paths of a route begin: `*` for a parameter, and no optional parameter at the end.
 */
function toPathPattern(name: RouteName): string {
  return routeTable[name].path.replace(/\/:\w+\?$/, '').replaceAll(/:\w+/g, '*');
}

function firstPart(path: string): string {
  return `/${path.split('/')[1] ?? ''}`;
}
