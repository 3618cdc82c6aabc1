import type { ReactElement } from 'react';

import { definePage } from '../platform/page.ts';
import { Contact } from './contact.tsx';
import type { StaticSection } from './page-sentence.ts';
import { staticOptions } from './static-options.ts';
import { StaticPage } from './static-page.tsx';

const page = definePage('service', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const sections: readonly StaticSection[] = [
  { heading: 'pages.service.help', blocks: ['pages.service.help.1'] },
  { heading: 'pages.service.quick', blocks: ['pages.service.quick.1'] },
  { heading: 'pages.service.worry', blocks: ['pages.service.worry.1'] },
  { heading: 'pages.service.account', blocks: ['pages.service.account.1'] },
  { heading: 'pages.service.money', blocks: ['pages.service.money.1'] },
  { heading: 'pages.service.complaints', blocks: ['pages.service.complaints.1'] },
  { heading: 'pages.service.company', blocks: ['pages.service.company.1'] },
];

/** How to reach customer service. */
export default function ServicePage(): ReactElement {
  return (
    <StaticPage title="pages.service" lead="pages.service.lead" sections={sections}>
      <Contact />
    </StaticPage>
  );
}
