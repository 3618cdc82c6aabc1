import type { ReactElement, ReactNode } from 'react';
import { Outlet } from 'react-router';

import { SiteBanners } from '../shell/site-banners.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { Footer } from '../shell/footer.tsx';
import { Frame } from '../shell/frame.tsx';
import { HomeLink } from '../shell/home-link.tsx';
import { loadFooter, prefetchFooter } from './load-footer.ts';

export const loader = loadFooter;
export const clientLoader = prefetchFooter;

/** For landing pages: a bar with only the logo, the content, and the footer (specification, section 2). */
export default function LanderLayout(): ReactElement {
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}

/** Shows the error of a failed page within the layout. */
export function ErrorBoundary({ error }: { error: unknown }): ReactElement {
  return (
    <Layout>
      <ErrorPage error={error} inside />
    </Layout>
  );
}

function Layout({ children }: { children: ReactNode }): ReactElement {
  return (
    <Frame>
      <header className="shrink-0 border-b border-line bg-surface">
        <div className="mx-auto flex h-14 max-w-page items-center px-4 md:h-16 md:px-8">
          <HomeLink />
        </div>
      </header>
      <SiteBanners />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <Footer />
    </Frame>
  );
}
