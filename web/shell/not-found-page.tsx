import type { ReactElement } from 'react';

import { notFound } from '../platform/pages/page.ts';

export const loader = (): never => notFound();
export const clientLoader = (): never => notFound();

export default function NotFoundPage(): ReactElement | null {
  return null;
}
