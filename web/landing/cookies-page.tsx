import type { ReactElement } from 'react';

import { definePage } from '../platform/page.ts';
import type { StaticSection } from './page-sentence.ts';
import { SourceChoiceForm } from '../sources/source-choice.tsx';
import { staticOptions } from './static-options.ts';
import { StaticFrame, StaticPart, StaticSections } from './static-page.tsx';

const page = definePage('cookies', { ...staticOptions, parts: [...staticOptions.parts, 'sources'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const cookies: readonly StaticSection[] = [
  {
    heading: 'pages.cookies.list',
    blocks: [
      [
        'pages.cookies.list.1',
        'pages.cookies.list.2',
        'pages.cookies.list.3',
        'pages.cookies.list.4',
        'pages.cookies.list.5',
        'pages.cookies.list.6',
      ],
    ],
  },
  { heading: 'pages.cookies.storage', blocks: ['pages.cookies.storage.1'] },
  { heading: 'pages.cookies.none', blocks: ['pages.cookies.none.1'] },
  { heading: 'pages.cookies.paying', blocks: ['pages.cookies.paying.1'] },
  { heading: 'pages.cookies.choice', blocks: ['pages.cookies.choice.1'] },
];
const more: readonly StaticSection[] = [{ heading: 'pages.cookies.more', blocks: ['pages.cookies.more.1'] }];
const partners = 'pages.cookies.partners';

/** The five cookies, the other data stored in the browser, and the choice about partners' links (`id="partners"`). */
export default function CookiesPage(): ReactElement {
  const headings = [...cookies.map(({ heading }) => heading), partners, ...more.map(({ heading }) => heading)] as const;
  return (
    <StaticFrame title="pages.cookies" lead="pages.cookies.lead" dated headings={headings}>
      <StaticSections sections={cookies} />
      <StaticPart heading={partners}>
        <SourceChoiceForm />
      </StaticPart>
      <StaticSections sections={more} />
    </StaticFrame>
  );
}
