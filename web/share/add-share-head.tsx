import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { type Language, locales } from '../../contract/platform/languages.ts';
import { landerPicturePath, sharePicturePath, sharePictureSize } from '../../contract/share/share-picture.ts';
import { languageOfPage, getPageQueries } from '../platform/page.ts';
import type { PageContext } from '../platform/page-context.ts';
import { companyQuery, settingsQuery } from '../platform/queries.ts';
import { resolveNicheSlug } from '../platform/niche-slug.ts';
import { type RouteName, pathTo, getRoute, routeTable } from '../platform/route-table.ts';
import { loadSentences, sentencesIn } from '../platform/sentences.tsx';
import { addressIn, listedPath } from './site-files.ts';
import { structuredData } from './structured-data.ts';

type Params = Readonly<Record<string, string | undefined>>;

/**
 * Adds tags for other services to a page that is shared: title, description and picture of a shared link, and
 * structured data if search engines list the page. Like the entry warning, the tags are not part of the app;
 * hydration ignores unknown elements.
 */
export async function addShareHead(
  html: string,
  { route, params, page, url }: { route: string | undefined; params: Params; page: PageContext; url: URL },
): Promise<string> {
  if (route === undefined || !Object.hasOwn(routeTable, route)) return html;
  const name = route as RouteName;
  const { indexed, shared: isAboutMember = false } = getRoute(name);
  if (!isAboutMember && !indexed) return html;
  const queries = getPageQueries(page);
  const [language, settings, company] = await Promise.all([
    languageOfPage(page),
    queries.ensureQueryData(settingsQuery),
    queries.ensureQueryData(companyQuery),
  ]);
  const path = pathTo(name, params);
  const lander = landerAt(path);
  await loadSentences(language, lander || isAboutMember ? ['landing', 'landers'] : ['landing']);
  const say = (id: string): string => sentencesIn(language, settings.geoip_selected_country)._(id);
  const { origin } = page;
  const { name: site, site_locales: languages } = settings;
  const asked = url.searchParams.get('lang');
  const tags = renderToStaticMarkup(
    <ShareTags
      site={site}
      origin={origin}
      language={language}
      address={addressIn(
        origin,
        listedPath(name, params, settings.niche) ?? path,
        languages.find((one) => one === asked),
      )}
      picture={
        lander
          ? landerPicturePath(lander.name, resolveNicheSlug(settings.niche, lander.slug), language)
          : sharePicturePath(language)
      }
      words={say(lander ? `landers.${lander.name}.title` : 'landing.hero')}
      // Other services keep what they have read, so the title of a page about a member names nobody (PII-04).
      title={isAboutMember ? `${say('landers.member.table')} · ${site}` : undefined}
    />,
  );
  const again = [isAboutMember ? '' : told(html, 'title'), told(html, 'description')];
  const data = isAboutMember
    ? ''
    : renderScript(structuredData({ origin, name: site, language, languages, company }), page.nonce);
  return html.replace('</head>', () => `${tags}${again.join('')}${data}</head>`);
}

function renderScript(data: object, nonce: string): string {
  // No value can end the script element.
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/ld+json" nonce="${nonce}">${text}</script>`;
}

const said = {
  title: /<title>([^<]*)<\/title>/,
  description: /<meta name="description" content="([^"]*)"/,
};

/** Repeats the title or description of a page for shared links, as it is escaped in the page. */
function told(html: string, name: keyof typeof said): string {
  const value = said[name].exec(html.slice(0, html.indexOf('</head>')))?.[1];
  return value === undefined ? '' : `<meta property="og:${name}" content="${value}"/>`;
}

/** Returns the lander at the path of a page that was found, and its niche if the path has one. */
function landerAt(path: string): { name: string; slug: string | undefined } | undefined {
  const [first, name, slug] = path.split('/').filter(Boolean);
  return first === 'landers' && name !== undefined ? { name, slug } : undefined;
}

function ShareTags({
  site,
  title,
  origin,
  language,
  address,
  picture,
  words,
}: {
  site: string;
  title: string | undefined;
  origin: string;
  language: Language;
  address: string;
  picture: string;
  words: string;
}): ReactElement {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site} />
      {title !== undefined && <meta property="og:title" content={title} />}
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={locales[language].iso.replace('-', '_')} />
      <meta property="og:image" content={origin + picture} />
      <meta property="og:image:width" content={`${sharePictureSize.width}`} />
      <meta property="og:image:height" content={`${sharePictureSize.height}`} />
      <meta property="og:image:alt" content={words} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
