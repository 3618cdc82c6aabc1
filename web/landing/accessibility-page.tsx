import type { ReactElement } from 'react';

import { definePage } from '../platform/pages/page.ts';
import { StaticPage, listSections, staticOptions } from './static-page.tsx';

const page = definePage('accessibility', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const sections = listSections('accessibility', ['aim', 'works', 'gaps', 'tell'], { works: 4, gaps: 3 });

/** The parts of WCAG 2.2 that hold and those that do not: Directive (EU) 2019/882, Annex V. */
export default function AccessibilityPage(): ReactElement {
  return <StaticPage title="static-pages.accessibility" lead="static-pages.accessibility.lead" sections={sections} />;
}
