import type { ReactElement } from 'react';

import { definePage } from '../platform/page.ts';
import type { StaticSection } from './page-sentence.ts';
import { staticOptions } from './static-options.ts';
import { StaticPage } from './static-page.tsx';

const page = definePage('privacy', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const sections: readonly StaticSection[] = [
  { heading: 'pages.privacy.who', blocks: ['pages.privacy.who.1'] },
  {
    heading: 'pages.privacy.keep',
    blocks: [
      [
        'pages.privacy.keep.1',
        'pages.privacy.keep.2',
        'pages.privacy.keep.3',
        'pages.privacy.keep.4',
        'pages.privacy.keep.5',
        'pages.privacy.keep.6',
        'pages.privacy.keep.7',
        'pages.privacy.keep.8',
        'pages.privacy.keep.9',
        'pages.privacy.keep.10',
        'pages.privacy.keep.11',
      ],
    ],
  },
  { heading: 'pages.privacy.photos', blocks: ['pages.privacy.photos.1'] },
  { heading: 'pages.privacy.others', blocks: ['pages.privacy.others.1'] },
  { heading: 'pages.privacy.helpers', blocks: ['pages.privacy.helpers.1'] },
  {
    heading: 'pages.privacy.long',
    blocks: [
      [
        'pages.privacy.long.1',
        'pages.privacy.long.2',
        'pages.privacy.long.3',
        'pages.privacy.long.4',
        'pages.privacy.long.5',
        'pages.privacy.long.6',
        'pages.privacy.long.7',
        'pages.privacy.long.8',
        'pages.privacy.long.9',
        'pages.privacy.long.10',
        'pages.privacy.long.11',
      ],
    ],
  },
  { heading: 'pages.privacy.basis', blocks: ['pages.privacy.basis.1'] },
  { heading: 'pages.privacy.rights', blocks: ['pages.privacy.rights.1'] },
];

/** The personal data that is stored, with reasons and retention periods. */
export default function PrivacyPage(): ReactElement {
  return <StaticPage title="pages.privacy" lead="pages.privacy.lead" dated sections={sections} />;
}
