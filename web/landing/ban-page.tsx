import type { ReactElement } from 'react';

import { definePage } from '../platform/page.ts';
import type { StaticSection } from './page-sentence.ts';
import { staticOptions } from './static-options.ts';
import { StaticPage } from './static-page.tsx';

const page = definePage('ban', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const sections: readonly StaticSection[] = [
  { heading: 'pages.ban.label', blocks: ['pages.ban.label.1'] },
  { heading: 'pages.ban.computer', blocks: ['pages.ban.computer.1'] },
  { heading: 'pages.ban.phone', blocks: ['pages.ban.phone.1'] },
  { heading: 'pages.ban.home', blocks: ['pages.ban.home.1'] },
  { heading: 'pages.ban.child', blocks: ['pages.ban.child.1'] },
  { heading: 'pages.ban.self', blocks: ['pages.ban.self.1'] },
];

/** Explains how to block the site on a device, for a child or for the reader. */
export default function BanPage(): ReactElement {
  return <StaticPage title="pages.ban" lead="pages.ban.lead" sections={sections} />;
}
