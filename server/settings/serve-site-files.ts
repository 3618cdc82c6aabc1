import type { FastifyInstance, FastifyRequest } from 'fastify';

import { receivedPath, sharePath } from '../../contract/installed-app/share-target.ts';
import { chooseLanguage } from '../../contract/platform/choose-language.ts';
import { type Language, isLanguage, languages } from '../../contract/platform/languages.ts';
import type { AppContext } from '../context.ts';
import { after, dayMs } from '../platform/clock.ts';
import { siteOrigin } from '../platform/site-origin.ts';
import type { SiteSettings } from '../platform/site.ts';
import { sendFailure } from '../platform/http/http.ts';
import { isSharedWithUs, ownOrigin } from '../platform/http/origin-guard.ts';

/**
 * Writes the files: most follow from the table of routes (`web/share/site-files.ts`, `web/installed-app/manifest.ts`).
 */
export interface SiteFiles {
  robots(origin: string): string;
  sitemapIndex(origin: string, languages: readonly Language[]): string;
  sitemap(origin: string, language: Language, languages: readonly Language[]): string;
  manifest(site: SiteSettings, language: Language): Promise<string>;
}

/** Serves `/robots.txt`, sitemaps, the manifest in its address's language, and `/.well-known/security.txt`. */
export function registerSiteFiles(app: FastifyInstance, context: AppContext, files: SiteFiles): void {
  const findSite = async (
    request: FastifyRequest,
  ): Promise<{ origin: string; languages: Language[]; email: string }> => {
    const { site } = await context.sites.atHost(request.host, null);
    const { site_locales: siteLanguages, support_email: email } = site.settings;
    return {
      origin: siteOrigin(context, site, `${request.protocol}://${request.host}`),
      languages: siteLanguages,
      email,
    };
  };
  const send = (path: string, type: string, textFor: (request: FastifyRequest) => Promise<string | null>): void =>
    void app.get(path, async (request, reply) => {
      const text = await textFor(request);
      if (text === null) return reply.callNotFound();
      return reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=3600').send(text);
    });
  send('/robots.txt', 'text/plain', async (request) => files.robots((await findSite(request)).origin));
  send('/.well-known/security.txt', 'text/plain', async (request) =>
    securityTxt(await findSite(request), context.clock.now()),
  );
  send('/sitemap.xml', 'application/xml', async (request) => {
    const site = await findSite(request);
    return files.sitemapIndex(site.origin, site.languages);
  });
  for (const language of languages)
    send(`/sitemap-${language}.xml`, 'application/xml', async (request) => {
      const site = await findSite(request);
      return site.languages.includes(language) ? files.sitemap(site.origin, language, site.languages) : null;
    });
  // Password managers send people here to change a password (w3.org/TR/change-password-url).
  app.get('/.well-known/change-password', async (_request, reply) => reply.redirect('/settings/login', 302));
  // Password managers send people here to add or remove a passkey (w3.org/TR/passkey-endpoints).
  send('/.well-known/passkey-endpoints', 'application/json', async (request) => {
    const settings = `${(await findSite(request)).origin}/settings/login`;
    return JSON.stringify({ enroll: settings, manage: settings });
  });
  // The service worker keeps the posted data. If it does not run yet, nothing is read: the page asks to share again.
  app.post(sharePath, async (_request, reply) => reply.redirect(`${sharePath}?problem=not-ready`, 303));
  // Tells the worker whether a post comes from a page of another site, because a worker sees no fetch metadata.
  app.get(receivedPath, async (request, reply) => {
    if (isSharedWithUs(request.headers, ownOrigin(context, request))) return reply.redirect(sharePath, 303);
    // Without a worker, a person would see nothing but the refusal.
    void reply.header('refresh', `0;url=${sharePath}`);
    return sendFailure(context, reply, 'request.foreign-origin');
  });
  send('/manifest.webmanifest', 'application/manifest+json', async (request) => {
    const { settings } = (await context.sites.atHost(request.host, null)).site;
    const { lang } = request.query as Record<string, unknown>;
    const language = chooseLanguage({
      account: isLanguage(lang) ? lang : null,
      cookie: null,
      domainLanguage: settings.domain_language,
      accepted: null,
      locales: settings.site_locales,
    });
    return files.manifest(settings, language);
  });
}

/** The days for which the file is valid, well below the year that RFC 9116 recommends at most. */
const validDays = 180;

/**
 * Writes a `security.txt` (RFC 9116), which expires half a year after it is read. Returns null without an address,
 * because the file would not be valid.
 */
export function securityTxt(
  site: { origin: string; languages: readonly Language[]; email: string },
  now: Date,
): string | null {
  if (site.email === '') return null;
  const until = after(now, validDays * dayMs).toISOString();
  return [
    `Contact: mailto:${encodeURI(site.email)}`,
    `Expires: ${until.slice(0, 10)}T00:00:00Z`,
    `Preferred-Languages: ${site.languages.join(', ')}`,
    `Canonical: ${site.origin}/.well-known/security.txt`,
    '',
  ].join('\n');
}
