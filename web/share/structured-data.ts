import type { Language } from '../../contract/platform/languages.ts';
import type { CompanyInfo } from '../../contract/settings/operations.ts';
import type Type from 'typebox';

/** The site's operator and name for search engines. No claims that need proof: no ratings, no numbers of members. */
export function structuredData(site: {
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
