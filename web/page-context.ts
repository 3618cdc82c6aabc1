import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router';

import type { OperationName } from '../contract/calls.ts';
import type { Tracking } from '../contract/tracking.ts';

/** What the server hands a page that it renders. */
export interface PageContext {
  /** The door, in the same process. */
  call(name: OperationName, input: unknown): Promise<{ ok: boolean; status: number; body: unknown }>;
  nonce: string;
  accepted: string | null;
  cookieLanguage: string | null;
  cookieTheme: string | null;
  geoipCountry: string | null;
  tracking: Tracking | undefined;
  origin: string;
  /** Made by the first loader of the request; everything that the page reads is in it. */
  queries?: QueryClient;
  /** The rendered page. */
  html?: string;
  /** Whether every visitor in the same circumstances gets the same page, but for its nonce. */
  shared?: boolean;
}

export const pageContext = createContext<PageContext>();
