import { type TermsVersion, termsVersions } from '../../server/accounts/terms/terms-versions.data.ts';

/**
 * Returns a later version of the terms: without the section about safety, and with a section and changes taken from
 * other pages' sentences, so that no invented text appears among ours.
 */
export function comingVersion(
  appliesAt: string,
  announcedAt: string,
  weight: TermsVersion['weight'] = 'minor',
): TermsVersion {
  const [real] = termsVersions;
  if (!real) throw new Error('there are no terms');
  return {
    ...real,
    appliesAt,
    announcedAt,
    weight,
    sections: [
      ...real.sections.filter(({ heading }) => heading !== 'static-pages.terms.safety'),
      { heading: 'static-pages.cookies.choice', blocks: ['static-pages.cookies.choice.1'] },
    ],
    changes: ['static-pages.cookies.lead', 'static-pages.cookies.paying.1'],
  };
}
