import type { ReactElement } from 'react';

import { notFound } from '../platform/page.ts';

/** Any path that is not a route: the error page with status 404. */
export const loader = (): never => notFound();
export const clientLoader = (): never => notFound();

export default function NotFoundPage(): ReactElement | null {
  return null;
}
