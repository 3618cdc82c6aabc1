import type { ReactElement } from 'react';

import { definePage } from '../page.ts';
import type { StaticSection } from './page-sentence.ts';
import { staticOptions } from './static-options.ts';
import { StaticPage } from './static-page.tsx';

const page = definePage('cookies', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const sections: readonly StaticSection[] = [
  {
    heading: 'pages.cookies.list',
    blocks: [
      [
        'pages.cookies.list.1',
        'pages.cookies.list.2',
        'pages.cookies.list.3',
        'pages.cookies.list.4',
        'pages.cookies.list.5',
      ],
    ],
  },
  { heading: 'pages.cookies.storage', blocks: ['pages.cookies.storage.1'] },
  { heading: 'pages.cookies.none', blocks: ['pages.cookies.none.1'] },
  { heading: 'pages.cookies.paying', blocks: ['pages.cookies.paying.1'] },
  { heading: 'pages.cookies.choice', blocks: ['pages.cookies.choice.1'] },
  { heading: 'pages.cookies.more', blocks: ['pages.cookies.more.1'] },
];

/** The five cookies, and what else is stored in the browser. */
export default function CookiesPage(): ReactElement {
  return <StaticPage title="pages.cookies" lead="pages.cookies.lead" dated sections={sections} />;
}
