import type { ReactElement } from 'react';

import { definePage } from '../platform/pages/page.ts';
import { StaticPage, listSections, staticOptions } from './static-page.tsx';

const page = definePage('ban', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const sections = listSections('ban', ['label', 'computer', 'phone', 'home', 'child', 'self']);

export default function BanPage(): ReactElement {
  return <StaticPage title="static-pages.ban" lead="static-pages.ban.lead" sections={sections} />;
}
