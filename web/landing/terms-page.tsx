import type { ReactElement } from 'react';

import { definePage } from '../page.ts';
import type { StaticSection } from './page-sentence.ts';
import { staticOptions } from './static-options.ts';
import { StaticPage } from './static-page.tsx';

const page = definePage('terms', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const sections: readonly StaticSection[] = [
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
  { heading: 'pages.terms.buying', blocks: ['pages.terms.buying.1', 'pages.terms.buying.2', 'pages.terms.buying.3'] },
  { heading: 'pages.terms.safety', blocks: ['pages.terms.safety.1'] },
  { heading: 'pages.terms.liability', blocks: ['pages.terms.liability.1'] },
  { heading: 'pages.terms.ending', blocks: ['pages.terms.ending.1', 'pages.terms.ending.2'] },
  { heading: 'pages.terms.changes', blocks: ['pages.terms.changes.1'] },
];

/** The terms of use (specification, section 2). Members accept the version with the shown date. */
export default function TermsPage(): ReactElement {
  return <StaticPage title="pages.terms" lead="pages.terms.lead" dated sections={sections} />;
}
