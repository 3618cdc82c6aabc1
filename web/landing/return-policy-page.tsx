import type { ReactElement } from 'react';

import { definePage } from '../page.ts';
import type { StaticSection } from './page-sentence.ts';
import { staticOptions } from './static-options.ts';
import { StaticPage } from './static-page.tsx';

const page = definePage('return-policy', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const sections: readonly StaticSection[] = [
  { heading: 'pages.return-policy.right', blocks: ['pages.return-policy.right.1'] },
  { heading: 'pages.return-policy.how', blocks: ['pages.return-policy.how.1'] },
  { heading: 'pages.return-policy.words', blocks: ['pages.return-policy.words.1'] },
  { heading: 'pages.return-policy.amount', blocks: ['pages.return-policy.amount.1'] },
  { heading: 'pages.return-policy.when', blocks: ['pages.return-policy.when.1'] },
  { heading: 'pages.return-policy.mistake', blocks: ['pages.return-policy.mistake.1'] },
];

/** How to return unused credits. */
export default function ReturnPolicyPage(): ReactElement {
  return <StaticPage title="pages.return-policy" lead="pages.return-policy.lead" dated sections={sections} />;
}
