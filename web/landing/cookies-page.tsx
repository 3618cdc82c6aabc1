import type { ReactElement } from 'react';

import { definePage } from '../platform/pages/page.ts';
import { SourceChoiceForm } from '../sources/source-choice.tsx';
import { StaticFrame, StaticPart, StaticSections, listSections, staticOptions } from './static-page.tsx';

const page = definePage('cookies', { ...staticOptions, parts: [...staticOptions.parts, 'sources'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const cookies = listSections('cookies', ['list', 'storage', 'none', 'paying', 'choice'], { list: 6 });
const more = listSections('cookies', ['more']);
const partners = 'static-pages.cookies.partners';

export default function CookiesPage(): ReactElement {
  const headings = [...cookies.map(({ heading }) => heading), partners, ...more.map(({ heading }) => heading)] as const;
  return (
    <StaticFrame title="static-pages.cookies" lead="static-pages.cookies.lead" dated headings={headings}>
      <StaticSections sections={cookies} />
      <StaticPart heading={partners}>
        <SourceChoiceForm />
      </StaticPart>
      <StaticSections sections={more} />
    </StaticFrame>
  );
}
