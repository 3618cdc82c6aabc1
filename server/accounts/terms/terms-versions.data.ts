import type { SentenceId } from '../../../locales/parts.ts';

type TermsSentence = Extract<SentenceId, `static-pages.${string}`>;

/** Sentences never change after the announcement: a new version has new keys. Times are ISO 8601, UTC. */
export interface TermsVersion {
  /** When the version applies; also its name. All but the first begin with a day in UTC. */
  appliesAt: string;
  /** When members are told of it; null for the first version. */
  announcedAt: string | null;
  /**
   * `material`: it holds for a member once they agree. `minor`: it holds by notice, because it is one of the small
   * changes that the terms name.
   */
  weight: 'material' | 'minor';
  intro: readonly TermsSentence[];
  sections: readonly { heading: TermsSentence; blocks: readonly (TermsSentence | readonly TermsSentence[])[] }[];
  /** Changes for members, a sentence each, without values. */
  changes: readonly TermsSentence[];
}

/** All versions of the terms, oldest first. */
export const termsVersions: readonly TermsVersion[] = [
  {
    appliesAt: '2023-12-01T12:00:00.000Z',
    announcedAt: null,
    weight: 'material',
    intro: ['static-pages.terms', 'static-pages.terms.lead'],
    sections: [
      { heading: 'static-pages.terms.who', blocks: ['static-pages.terms.who.1'] },
      {
        heading: 'static-pages.terms.account',
        blocks: ['static-pages.terms.account.1', 'static-pages.terms.account.2', 'static-pages.terms.account.3'],
      },
      { heading: 'static-pages.terms.people', blocks: ['static-pages.terms.people.1', 'static-pages.terms.people.2'] },
      {
        heading: 'static-pages.terms.conduct',
        blocks: [
          [
            'static-pages.terms.conduct.1',
            'static-pages.terms.conduct.2',
            'static-pages.terms.conduct.3',
            'static-pages.terms.conduct.4',
            'static-pages.terms.conduct.5',
          ],
          'static-pages.terms.conduct.6',
        ],
      },
      {
        heading: 'static-pages.terms.credits',
        blocks: [
          ['static-pages.terms.credits.1', 'static-pages.terms.credits.2', 'static-pages.terms.credits.3'],
          'static-pages.terms.credits.4',
        ],
      },
      {
        heading: 'static-pages.terms.buying',
        blocks: ['static-pages.terms.buying.1', 'static-pages.terms.buying.2', 'static-pages.terms.buying.3'],
      },
      { heading: 'static-pages.terms.safety', blocks: ['static-pages.terms.safety.1'] },
      { heading: 'static-pages.terms.liability', blocks: ['static-pages.terms.liability.1'] },
      { heading: 'static-pages.terms.ending', blocks: ['static-pages.terms.ending.1', 'static-pages.terms.ending.2'] },
      {
        heading: 'static-pages.terms.changes',
        blocks: ['static-pages.terms.changes.1', 'static-pages.terms.changes.2', 'static-pages.terms.changes.3'],
      },
    ],
    changes: [],
  },
];
