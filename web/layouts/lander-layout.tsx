import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link, Outlet, useParams } from 'react-router';

import type { LanderName } from '../landers/lander-names.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { SiteBanners } from './site-banners.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { Footer } from './footer.tsx';
import { Frame } from './frame.tsx';
import { HomeLink } from '../shell/home-link.tsx';
import { useRouteName } from '../platform/pages/use-route-name.ts';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { cx } from '../ui/cx.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { loadFooter, prefetchFooter } from './load-footer.ts';

export const loader = loadFooter;
export const clientLoader = prefetchFooter;

/**
 * For landing pages: a bar with only the logo, in the colors of the scene, the content, and the footer (specification,
 * section 2).
 */
export default function LanderLayout(): ReactElement {
  return (
    <Layout>
      <Outlet />
    </Layout>
  );
}

export function ErrorBoundary({ error }: { error: unknown }): ReactElement {
  return (
    <Layout>
      <ErrorPage error={error} inside />
    </Layout>
  );
}

/** The landers whose scene is dark in both themes. */
const nightLanders: readonly string[] = ['alonetonight', 'iconslanding', 'maplanding', 'video'] satisfies LanderName[];

function Layout({ children }: { children: ReactNode }): ReactElement {
  const { name = '' } = useParams();
  const route = useRouteName();
  const { data: user } = useQuery(userQuery);
  const isNight = nightLanders.includes(name) || route === 'members-id-landing2';
  return (
    <Frame>
      <header className={cx('shrink-0 bg-page text-ink has-[~#content>.bg-sunken]:bg-sunken', isNight && 'night')}>
        <div className="mx-auto flex h-14 max-w-page items-center px-4 md:h-16 md:px-8">
          <HomeLink />
        </div>
        <SiteBanners />
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
        {!user && route !== 'leave' && <LogIn />}
      </main>
      <Footer />
    </Frame>
  );
}

/** The header has no link but the logo. */
function LogIn(): ReactElement {
  const say = useSay();
  const carried = useCarriedSource();
  return (
    <div className="border-t border-line bg-sunken text-13 text-ink-2">
      <p className="mx-auto flex max-w-page px-4 py-1.5 md:px-8">
        <Link
          to={withSource(pathTo('login'), carried)}
          className="inline-flex min-h-11 items-center font-semibold max-md:min-w-11 hover:text-ink hover:underline"
        >
          {say('shell.log-in')}
        </Link>
      </p>
    </div>
  );
}
