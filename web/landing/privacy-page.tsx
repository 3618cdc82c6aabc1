import type { ReactElement } from 'react';

import { definePage } from '../platform/pages/page.ts';
import { StaticPage, listSections, staticOptions } from './static-page.tsx';

const page = definePage('privacy', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const names = ['who', 'keep', 'photos', 'others', 'helpers', 'long', 'basis', 'rights'] as const;
const sections = listSections('privacy', names, { keep: 11, long: 11 }, { helpers: 2 });

export default function PrivacyPage(): ReactElement {
  return <StaticPage title="static-pages.privacy" lead="static-pages.privacy.lead" dated sections={sections} />;
}
