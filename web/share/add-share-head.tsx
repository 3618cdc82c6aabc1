import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { type Language, isLanguage, locales } from '../../contract/languages.ts';
import { landerPicturePath, sharePicturePath, sharePictureSize } from '../../contract/share-picture.ts';
import { languageOfPage, queriesOf } from '../page.ts';
import type { PageContext } from '../page-context.ts';
import { companyQuery, settingsQuery } from '../queries.ts';
import { nicheSlugOf } from '../landers/niche-slug.ts';
import { type RouteName, routeOf, routeTable } from '../route-table.ts';
import { loadSentences, sentencesIn } from '../sentences.tsx';
import { addressIn } from '../site-files.ts';
import { structuredData } from './structured-data.ts';

/**
 * A page that search engines list, with what other services read of it: the picture of a shared link, and structured data.
 * Like the warning on entry it is no part of the program; hydration leaves alone what it does not know.
 */
export async function addShareHead(
  html: string,
  { route, page, url }: { route: string | undefined; page: PageContext; url: URL },
): Promise<string> {
  if (route === undefined || !Object.hasOwn(routeTable, route) || !routeOf(route as RouteName).indexed) return html;
  const queries = queriesOf(page);
  const [language, settings, company] = await Promise.all([
    languageOfPage(page),
    queries.ensureQueryData(settingsQuery),
    queries.ensureQueryData(companyQuery),
  ]);
  const { pathname } = url;
  const lander = landerAt(pathname);
  await loadSentences(language, lander ? ['landing', 'landers'] : ['landing']);
  const say = (id: string): string => sentencesIn(language, settings.geoip_selected_country)._(id);
  const origin = `${new URL(page.origin).protocol}//${settings.domain}`;
  const { name, site_locales: languages } = settings;
  const data = structuredData({ origin, name, language, languages, company });
  const asked = url.searchParams.get('lang');
  const head = renderToStaticMarkup(
    <ShareTags
      origin={origin}
      language={language}
      address={addressIn(origin, pathname, isLanguage(asked) ? asked : undefined)}
      picture={
        lander
          ? landerPicturePath(lander.name, nicheSlugOf(settings.niche, lander.slug), language)
          : sharePicturePath(language)
      }
      words={say(lander ? `landers.${lander.name}.title` : 'landing.hero')}
    />,
  );
  // No value can end the script.
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  const script = `<script type="application/ld+json" nonce="${page.nonce}">${text}</script>`;
  return html.replace('</head>', () => `${head}${script}</head>`);
}

/** The lander at the path of a page that was found, and its niche if the path has one. */
function landerAt(path: string): { name: string; slug: string | undefined } | undefined {
  const [first, name, slug] = path.split('/').filter(Boolean);
  return first === 'landers' && name !== undefined ? { name, slug } : undefined;
}

function ShareTags({
  origin,
  language,
  address,
  picture,
  words,
}: {
  origin: string;
  language: Language;
  address: string;
  picture: string;
  words: string;
}): ReactElement {
  return (
    <>
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
