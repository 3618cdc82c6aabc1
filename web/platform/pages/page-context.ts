import type { QueryClient } from '@tanstack/react-query';
import { type ReactElement, createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type Type from 'typebox';

import type { CompanyInfo } from '../../../contract/settings/operations.ts';
import type { VisitorSource } from '../../../contract/sources/tracking.ts';
import type { PageContext as RequestContext } from '../../../contract/page-context.ts';
import type { RouteName } from './route-table.ts';

export interface PageContext extends RequestContext {
  /** The dismissed alerts in the format of the cookie, but without their times. */
  cookieDismissed: string;
  source: VisitorSource;
  /** Created by the first loader of the request; holds all data that the page reads. */
  queries?: QueryClient;
}

export const pageContext = createContext<PageContext>();

export interface ServedPage {
  page: PageContext;
  name: RouteName | undefined;
  /** The operator of the site, on pages that search engines list. */
  company?: Type.Static<typeof CompanyInfo> | undefined;
  /** Elements around the page that no browser renders, so that none loads their code. Hydration ignores them. */
  around: { head: ReactElement; before: ReactElement; after: ReactElement };
  /** `alone`: only the deferred program is rendered. Undefined: the page renders its own program. */
  program?: ReactElement | 'alone' | undefined;
}

/** The facts of a rendered page that only the server knows; null in the browser. */
export const ServedPageContext = createReactContext<ServedPage | null>(null);
