import type { ReactElement } from 'react';

/** The label "restricted to adults" (rtalabel.org) for filters and parental controls; the page about the access ban names it. */
export function AdultsOnly(): ReactElement {
  return <meta name="rating" content="RTA-5042-1996-1400-1577-RTA" />;
}
