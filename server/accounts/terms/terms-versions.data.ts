import type { SentenceId } from '../../../locales/parts.ts';

type TermsSentence = Extract<SentenceId, `pages.${string}`>;

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
    intro: ['pages.terms', 'pages.terms.lead'],
    sections: [
      { heading: 'pages.terms.who', blocks: ['pages.terms.who.1'] },
      {
        heading: 'pages.terms.account',
        blocks: ['pages.terms.account.1', 'pages.terms.account.2', 'pages.terms.account.3'],
      },
      { heading: 'pages.terms.people', blocks: ['pages.terms.people.1', 'pages.terms.people.2'] },
      {
        heading: 'pages.terms.conduct',
        blocks: [
          [
            'pages.terms.conduct.1',
            'pages.terms.conduct.2',
            'pages.terms.conduct.3',
            'pages.terms.conduct.4',
            'pages.terms.conduct.5',
          ],
          'pages.terms.conduct.6',
        ],
      },
      {
        heading: 'pages.terms.credits',
        blocks: [['pages.terms.credits.1', 'pages.terms.credits.2', 'pages.terms.credits.3'], 'pages.terms.credits.4'],
      },
      {
        heading: 'pages.terms.buying',
        blocks: ['pages.terms.buying.1', 'pages.terms.buying.2', 'pages.terms.buying.3'],
      },
      { heading: 'pages.terms.safety', blocks: ['pages.terms.safety.1'] },
      { heading: 'pages.terms.liability', blocks: ['pages.terms.liability.1'] },
      { heading: 'pages.terms.ending', blocks: ['pages.terms.ending.1', 'pages.terms.ending.2'] },
      {
        heading: 'pages.terms.changes',
        blocks: ['pages.terms.changes.1', 'pages.terms.changes.2', 'pages.terms.changes.3'],
      },
    ],
    changes: [],
  },
];
