import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Outlet } from 'react-router';

import { SignupMount } from '../accounts/signup-mount.tsx';
import { NewLikeMount } from '../likes/new-like-mount.tsx';
import { userQuery } from '../platform/queries.ts';
import type { RouteName } from '../platform/route-table.ts';
import { cx } from '../ui/cx.ts';
import { Banners } from '../shell/banners.tsx';
import { BottomTabs } from '../shell/bottom-tabs.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { Footer } from '../shell/footer.tsx';
import { Frame } from '../shell/frame.tsx';
import { loadFooter, prefetchFooter } from './load-footer.ts';
import { OfflineBanner } from '../shell/site-banners.tsx';
import { TopNavigation } from '../shell/top-navigation.tsx';
import { useRouteName } from '../shell/use-route-name.ts';

export const loader = loadFooter;
export const clientLoader = prefetchFooter;

const underTabs = 'pb-28 md:pb-8';
const underOrder = 'pb-60 md:pb-44 lg:pb-8';

/** The padding below the footer of pages with an action bar at the bottom of the window. */
const bars: Partial<Record<RouteName, string>> = {
  'members-id': underTabs,
  credits: underOrder,
  'credits-id-paymentmethod': underOrder,
};

export default function DefaultLayout(): ReactElement {
  const name = useRouteName();
  return (
    <Layout bar={name && bars[name]} alone={name === 'members-id'}>
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

interface LayoutProps {
  bar?: string | undefined;
  /** On phones, the page has no top bar, no deferrable banners, and an action bar instead of the tabs. */
  alone?: boolean;
  children: ReactNode;
}

/** Top navigation, banners, content and footer; tabs at the bottom on phones. */
function Layout({ bar, alone = false, children }: LayoutProps): ReactElement {
  const { data: user } = useQuery(userQuery);
  return (
    <Frame>
      <TopNavigation className={cx(alone && 'max-md:hidden')} />
      {/* Before the content, so that they appear first on a slow connection. */}
      {!alone && <BottomTabs />}
      <Banners className={cx(alone && 'max-md:hidden')} />
      {alone && (
        <div className="md:hidden">
          <OfflineBanner />
        </div>
      )}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer us className={bar ?? (user ? underTabs : 'pb-8')} />
      <SignupMount />
      <NewLikeMount />
    </Frame>
  );
}
