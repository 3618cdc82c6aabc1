import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';

import { robots, sitemap, sitemapIndex } from '../web/share/site-files.ts';
import { routeHeaders } from '../web/platform/pages/route-headers.ts';
import { type RouteName, routeNames, routeTable } from '../web/platform/pages/route-table.ts';
import routes from '../web/routes.ts';
import { memberScreens, visitorScreens } from './support/screens.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function flatten(
  entries: readonly RouteConfigEntry[],
  layout: string | null = null,
): [string | undefined, string | null][] {
  return entries.flatMap(({ id, file, children }): [string | undefined, string | null][] =>
    children ? flatten(children, file) : [[id, layout]],
  );
}

describe('the route table', () => {
  it('gives every route to the router, in its own layout', () => {
    const getLayout = (name: RouteName): string | null => {
      const { layout } = routeTable[name];
      return layout && `layouts/${layout}-layout.tsx`;
    };
    const configured = Object.fromEntries(flatten(routes).filter(([id]) => id !== 'not-found'));
    expect(configured).toEqual(Object.fromEntries(routeNames.map((name) => [name, getLayout(name)])));
  });

  it('names files that exist, layouts included', () => {
    const files = [...routeNames.map((name) => routeTable[name].page), ...routes.map(({ file }) => file)];
    expect(files.filter((file) => !existsSync(join(root, 'web', file ?? '')))).toEqual([]);
  });

  it('names each page and each path once', () => {
    const pages = routeNames.map((name) => routeTable[name].page);
    expect(new Set(pages).size).toBe(pages.length);
    expect(new Set(routeNames.map((name) => routeTable[name].path)).size).toBe(routeNames.length);
  });

  it('marks the members area of the specification', () => {
    const area = routeNames.filter((name) => routeTable[name].membersArea);
    expect(area).toEqual(['members', 'members-id', 'chats', 'likes', 'likes-m-id', 'premium']);
  });

  it('keeps every page that needs a login out of search engines', () => {
    expect(routeNames.filter((name) => routeTable[name].indexed && routeTable[name].guard === 'member')).toEqual([]);
  });

  it('has every page among the screens that are walked through', () => {
    const ids = { member: 'm', conversation: 'c', match: 'x' };
    const paths = [...visitorScreens('m'), ...memberScreens(ids)].map(({ path }) => path);
    const isWalked = (name: RouteName): boolean => {
      const pattern = routeTable[name].path.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+');
      return paths.some((path) => new RegExp(`^${pattern}(?:\\?|$)`).test(path));
    };
    expect(routeNames.filter((name) => routeTable[name].layout !== null && !isWalked(name))).toEqual([]);
  });
});

describe('the headers of a path', () => {
  it.each([
    '/members',
    '/members/x',
    '/Members/X',
    '/chats/x',
    '/transactions',
    '/reset-password/do',
    '/members/x.data',
  ])('keep %s out of search engines (PII-04)', (path) =>
    expect(routeHeaders(path)['x-robots-tag']).toBe('noindex, nofollow'),
  );

  it.each(['/', '/terms', '/faq', '/membership', '/nowhere/at/all'])('let search engines list %s', (path) => {
    expect(routeHeaders(path)).toEqual({});
  });

  it.each(['/activate/done', '/reset-password/do', '/ACTIVATE/done', '/mail-change/do'])(
    'keep the token in the URL of %s out of referrers (WEB-03, PII-05)',
    (path) => expect(routeHeaders(path)['referrer-policy']).toBe('no-referrer'),
  );

  it('show the referrer of the offline page only to the worker', () => {
    expect(routeHeaders('/offline?to=%2Fmembers')['referrer-policy']).toBe('same-origin');
  });
});

describe('robots.txt', () => {
  const text = robots('https://example.com');
  const disallowed = [...text.matchAll(/^Disallow: (\/\S+)$/gm)].map((match) => match[1] ?? '');
  const opened = [...text.matchAll(/^Allow: (\/\S+)$/gm)].map(
    ([, pattern = '']) => new RegExp(`^${pattern.replaceAll('*', '.*')}`),
  );
  const isKeptAway = (path: string): boolean =>
    disallowed.some((prefix) => path.startsWith(prefix)) && !opened.some((pattern) => pattern.test(path));

  it('keeps robots away from the pages that are not indexed, and from no others', () => {
    const paths = (indexed: boolean): string[] =>
      routeNames.filter((name) => Boolean(routeTable[name].indexed) === indexed).map((name) => routeTable[name].path);
    const about = ['/members/:id/landing', '/members/:id/landing2/:slug?', '/members/:id/landing3/:slug?'];
    // Link preview services also obey; the pages open to them name nobody.
    expect(paths(false).filter((path) => !isKeptAway(path))).toEqual(about);
    expect([...paths(true), '/landers/alonetonight/she'].filter(isKeptAway)).toEqual([]);
  });

  it('names the sitemap', () => expect(text).toContain('\nSitemap: https://example.com/sitemap.xml\n'));
});

describe('the sitemap', () => {
  it('lists every indexed page in a language, with the page in all others', () => {
    const text = sitemap('https://example.com', 'de', ['de', 'fi']);
    expect(text).toContain(
      '<url><loc>https://example.com/terms?lang=de</loc>' +
        '<xhtml:link rel="alternate" hreflang="x-default" href="https://example.com/terms"/>' +
        '<xhtml:link rel="alternate" hreflang="de" href="https://example.com/terms?lang=de"/>' +
        '<xhtml:link rel="alternate" hreflang="fi" href="https://example.com/terms?lang=fi"/></url>',
    );
    const paths = [...text.matchAll(/<loc>https:\/\/example\.com([^?<]+)/g)].map((match) => match[1] ?? '');
    const plain = routeNames.filter((name) => routeTable[name].indexed && !routeTable[name].path.includes(':'));
    expect(paths).toEqual(expect.arrayContaining(plain.map((name) => routeTable[name].path)));
    expect(paths.filter((path) => routeHeaders(path)['x-robots-tag'])).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('is one of several, with one for each language', () => {
    expect(sitemapIndex('https://example.com', ['de', 'fi'])).toContain(
      '<sitemap><loc>https://example.com/sitemap-de.xml</loc></sitemap>\n<sitemap><loc>https://example.com/sitemap-fi.xml',
    );
  });
});

describe('paths that the server writes itself', () => {
  it.each([
    ['server/accounts/account-mail.ts', 'activate-done'],
    ['server/accounts/account-mail.ts', 'reset-password-do'],
    ['server/accounts/account-mail.ts', 'reset-password'],
    ['server/payments/create-at-provider.ts', 'transactions-id'],
  ] as const)('in %s lead to the route %s', (file, name) => {
    const path = routeTable[name].path.replace(/:.*$/, '');
    expect(readFileSync(join(root, file), 'utf8')).toContain(path);
  });
});
