import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router';

import type { OperationName } from '../contract/calls.ts';
import type { VisitorSource } from '../contract/tracking.ts';
import type { Upload } from '../contract/upload.ts';

/** What the server passes to a page that it renders. */
export interface PageContext {
  /** Runs an operation in the same process. */
  call(name: OperationName, input: unknown): Promise<{ ok: boolean; status: number; body: unknown }>;
  /** Logs what went wrong in the page. */
  report(error: unknown): void;
  nonce: string;
  accepted: string | null;
  cookieLanguage: string | null;
  cookieCountry: string | null;
  cookieTheme: string | null;
  /** The dismissed alerts, as the cookie has them but without their times. */
  cookieDismissed: string;
  geoipCountry: string | null;
  source: VisitorSource;
  /** Of the site, as others may name it. */
  origin: string;
  /** The files of a posted form, which has no entries for them. */
  uploads?: readonly Upload[];
  /** Created by the first loader of the request; holds all data that the page reads. */
  queries?: QueryClient;
  /** The rendered page. */
  html?: string;
  /** Whether the page may be reused for other visitors: only its nonce differs. */
  shared?: boolean;
  /** Not even what every page shows could be loaded: the server answers by itself. */
  isLost?: boolean;
}

export const pageContext = createContext<PageContext>();
