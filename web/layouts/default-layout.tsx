import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Outlet } from 'react-router';

import { SignupMount } from '../accounts/sign-up/signup-mount.tsx';
import { NewLikeMount } from '../likes/new-like-mount.tsx';
import { userQuery } from '../platform/calls/queries.ts';
import type { RouteName } from '../platform/pages/route-table.ts';
import { cx } from '../ui/cx.ts';
import { Banners } from './banners.tsx';
import { BottomTabs, TopNavigation } from './navigation.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { Footer } from './footer.tsx';
import { Frame } from './frame.tsx';
import { loadFooter, prefetchFooter } from './load-footer.ts';
import { OfflineBanner } from './site-banners.tsx';
import { useRouteName } from '../platform/pages/use-route-name.ts';

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

/** Pages without the bars of the site: a profile has bars of its own on phones, and the game needs the whole window. */
const alonePages: Partial<Record<RouteName, 'profile' | 'game'>> = { 'members-id': 'profile', 'swipe-game': 'game' };

export default function DefaultLayout(): ReactElement {
  const name = useRouteName();
  return (
    <Layout bar={name && bars[name]} alone={name && alonePages[name]}>
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

interface LayoutProps {
  bar?: string | undefined;
  /** On phones, the page has no top bar, no deferrable banners and no tabs; a game has no footer either. */
  alone?: 'profile' | 'game' | undefined;
  children: ReactNode;
}

function Layout({ bar, alone, children }: LayoutProps): ReactElement {
  const { data: user } = useQuery(userQuery);
  const hidden = alone && (alone === 'game' ? 'compact:hidden' : 'max-md:hidden');
  return (
    <Frame>
      <TopNavigation className={cx(hidden)} />
      {/* Before the content, so that they appear first on a slow connection. */}
      {!alone && <BottomTabs />}
      <Banners className={cx(hidden)} />
      {alone && (
        <div className={alone === 'game' ? 'roomy:hidden' : 'md:hidden'}>
          <OfflineBanner />
        </div>
      )}
      <main id="content" tabIndex={-1} className={cx('flex-1 outline-none', alone === 'game' && 'flex flex-col')}>
        {children}
      </main>
      <div className={cx(alone === 'game' && 'compact:hidden')}>
        <Footer us className={bar ?? (user ? underTabs : 'pb-8')} />
      </div>
      <SignupMount />
      <NewLikeMount />
    </Frame>
  );
}
