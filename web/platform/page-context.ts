import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router';

import type { OperationName } from '../../contract/calls.ts';
import type { VisitorSource } from '../../contract/sources/tracking.ts';
import type { Upload } from '../../contract/platform/upload.ts';

/** The server's data for a page that it renders. */
export interface PageContext {
  /** Runs an operation in the same process. */
  call(name: OperationName, input: unknown): Promise<{ ok: boolean; status: number; body: unknown }>;
  report(error: unknown): void;
  nonce: string;
  accepted: string | null;
  cookieLanguage: string | null;
  cookieCountry: string | null;
  cookieTheme: string | null;
  /** The dismissed alerts in the format of the cookie, but without their times. */
  cookieDismissed: string;
  geoipCountry: string | null;
  source: VisitorSource;
  /** The public origin of the site. */
  origin: string;
  /** The files of a posted form; its own entries lack them. */
  uploads?: readonly Upload[];
  /** Created by the first loader of the request; holds all data that the page reads. */
  queries?: QueryClient;
  html?: string;
  /** Whether the page may be reused for other visitors: only its nonce differs. */
  shared?: boolean;
  /** Set when the data that every page needs could not be loaded: the server then responds by itself. */
  isLost?: boolean;
}

export const pageContext = createContext<PageContext>();
