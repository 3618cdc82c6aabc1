import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use } from 'react';
import { useLocation, useParams } from 'react-router';
import type Type from 'typebox';

import { type Language, locales } from '../../contract/platform/languages.ts';
import type { CompanyInfo } from '../../contract/settings/operations.ts';
import { landerPicturePath, sharePicturePath, sharePictureSize } from '../../contract/share/share-picture.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { resolveNicheSlug } from '../../contract/settings/niches.ts';
import { settingsQuery } from '../platform/calls/queries.ts';
import { routeTable, pathTo } from '../platform/pages/route-table.ts';
import { useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { ServedPageContext } from '../platform/pages/page-context.ts';
import { addressIn, listedPath } from './site-files.ts';

/**
 * Tags for shared links, and structured data if search engines list the page. `web/shell/title.tsx` repeats title and
 * description. Hydration ignores unknown elements in the head.
 */
export function ShareHead(): ReactElement | null {
  const say = useSay();
  const language = useLanguage();
  const params = useParams();
  const asked = new URLSearchParams(useLocation().search).get('lang');
  const served = use(ServedPageContext);
  const { data: settings } = useQuery(settingsQuery);
  if (!settings || served?.name === undefined) return null;
  const { name, company, page } = served;
  const { indexed, shared: isAboutMember = false } = routeTable[name];
  if (!isAboutMember && !indexed) return null;
  const { origin } = page;
  const { name: site, niche, site_locales: languages } = settings;
  const path = pathTo(name, params);
  const lander = landerAt(path);
  const address = addressIn(
    origin,
    listedPath(name, params, niche) ?? path,
    languages.find((one) => one === asked),
  );
  const picture = lander
    ? landerPicturePath(lander.name, resolveNicheSlug(niche, lander.slug), language)
    : sharePicturePath(language);
  const words = say((lander ? `landers.${lander.name}.title` : 'landing.hero') as SentenceId);
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site} />
      {/* Other services keep what they have read, so the title of a page about a member names nobody (PII-04). */}
      {isAboutMember && <meta property="og:title" content={`${say('landers.member.table')} · ${site}`} />}
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={locales[language].iso.replace('-', '_')} />
      <meta property="og:image" content={origin + picture} />
      <meta property="og:image:width" content={`${sharePictureSize.width}`} />
      <meta property="og:image:height" content={`${sharePictureSize.height}`} />
      <meta property="og:image:alt" content={words} />
      <meta name="twitter:card" content="summary_large_image" />
      {company && (
        <script
          type="application/ld+json"
          nonce={page.nonce}
          // No value can end the script element.
          dangerouslySetInnerHTML={{
            __html: JSON.stringify(structuredData({ origin, name: site, language, languages, company })).replaceAll(
              '<',
              String.raw`\u003c`,
            ),
          }}
        />
      )}
    </>
  );
}

function landerAt(path: string): { name: string; slug: string | undefined } | undefined {
  const [first, name, slug] = path.split('/').filter(Boolean);
  return first === 'landers' && name !== undefined ? { name, slug } : undefined;
}

/**
 * Describes the site's operator and name to search engines. It makes no claims that need proof: no ratings, no numbers
 * of members.
 */
function structuredData(site: {
  origin: string;
  name: string;
  language: Language;
  languages: readonly Language[];
  company: Pick<Type.Static<typeof CompanyInfo>, 'name' | 'address' | 'city' | 'country'>;
}): object {
  const { origin, name, language, languages, company } = site;
  const publisher = `${origin}/#company`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'WebSite',
        '@id': `${origin}/#site`,
        url: `${origin}/?lang=${language}`,
        name,
        inLanguage: languages,
        publisher: { '@id': publisher },
      },
      {
        '@type': 'Organization',
        '@id': publisher,
        name: company.name,
        url: `${origin}/`,
        logo: `${origin}/icon.svg`,
        address: {
          '@type': 'PostalAddress',
          streetAddress: company.address,
          addressLocality: company.city,
          addressCountry: company.country,
        },
      },
    ],
  };
}
