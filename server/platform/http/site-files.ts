import type { FastifyInstance, FastifyRequest } from 'fastify';

import { chooseLanguage } from '../../../contract/platform/choose-language.ts';
import { type Language, isLanguage, languages } from '../../../contract/platform/languages.ts';
import { receivedPath, sharePath } from '../../../contract/installed-app/share-target.ts';
import type { AppContext } from '../../context.ts';
import { siteOrigin } from '../site-origin.ts';
import type { SiteSettings } from '../site.ts';
import { sendFailure } from './http.ts';
import { ownOrigin } from './is-secure.ts';
import { isSharedWithUs } from './origin-guard.ts';
import { securityTxt } from './security-txt.ts';

/** Writes the files: most follow from the table of routes (`web/share/site-files.ts`, `web/installed-app/manifest.ts`). */
export interface SiteFiles {
  robots(origin: string): string;
  sitemapIndex(origin: string, languages: readonly Language[]): string;
  sitemap(origin: string, language: Language, languages: readonly Language[]): string;
  manifest(site: SiteSettings, language: Language): Promise<string>;
}

/**
 * Serves the files for search engines (`/robots.txt`, `/sitemap.xml` and a sitemap for each language), the manifest of
 * the app in the language that its address names (`/manifest.webmanifest`), and the contact for reports of
 * vulnerabilities (`/.well-known/security.txt`).
 */
export function registerSiteFiles(app: FastifyInstance, context: AppContext, files: SiteFiles): void {
  const siteOf = async (request: FastifyRequest): Promise<{ origin: string; languages: Language[]; email: string }> => {
    const { site } = await context.sites.atHost(request.host, null);
    const { site_locales: languages, support_email: email } = site.settings;
    return { origin: siteOrigin(context, site, `${request.protocol}://${request.host}`), languages, email };
  };
  const send = (path: string, type: string, textFor: (request: FastifyRequest) => Promise<string | null>): void =>
    void app.get(path, async (request, reply) => {
      const text = await textFor(request);
      if (text === null) return reply.callNotFound();
      return reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=3600').send(text);
    });
  send('/robots.txt', 'text/plain', async (request) => files.robots((await siteOf(request)).origin));
  send('/.well-known/security.txt', 'text/plain', async (request) =>
    securityTxt(await siteOf(request), context.clock.now()),
  );
  send('/sitemap.xml', 'application/xml', async (request) => {
    const site = await siteOf(request);
    return files.sitemapIndex(site.origin, site.languages);
  });
  for (const language of languages)
    send(`/sitemap-${language}.xml`, 'application/xml', async (request) => {
      const site = await siteOf(request);
      return site.languages.includes(language) ? files.sitemap(site.origin, language, site.languages) : null;
    });
  // Password managers send people here to change a password (w3.org/TR/change-password-url).
  app.get('/.well-known/change-password', async (_request, reply) => reply.redirect('/settings', 302));
  // Password managers send people here to add or remove a passkey (w3.org/TR/passkey-endpoints).
  send('/.well-known/passkey-endpoints', 'application/json', async (request) => {
    const settings = `${(await siteOf(request)).origin}/settings`;
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
