import type { ReactElement, ReactNode } from 'react';
import { Outlet } from 'react-router';

import { cx } from '../ui/cx.ts';
import { NewLikeMount } from '../likes/new-like-mount.tsx';
import { Banners } from './banners.tsx';
import { BottomTabs, TopNavigation } from './navigation.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { Frame } from './frame.tsx';
import { OfflineBanner } from './site-banners.tsx';
import { useRouteName } from '../platform/pages/use-route-name.ts';

export default function ChatLayout(): ReactElement {
  const name = useRouteName();
  return (
    <Layout alone={name !== 'chats'}>
      <Outlet />
    </Layout>
  );
}

export function ErrorBoundary({ error }: { error: unknown }): ReactElement {
  return (
    <Layout alone={false}>
      <div className="overflow-y-auto">
        <ErrorPage error={error} inside />
      </div>
    </Layout>
  );
}

/** An open conversation (`alone`) has no banner but the connection's, on wide windows, and on phones no bars. */
function Layout({ alone, children }: { alone: boolean; children: ReactNode }): ReactElement {
  return (
    // In windows as low as a text at four times its size makes them, the list scrolls with the page.
    <Frame
      className={cx(
        'flex h-dvh flex-col overflow-hidden',
        !alone && '[@media(height<24rem)]:h-auto [@media(height<24rem)]:overflow-visible',
      )}
    >
      <TopNavigation fullWidth className={cx(alone && 'max-md:hidden')} />
      {!alone && <BottomTabs />}
      {alone ? (
        <div className="max-md:hidden">
          <OfflineBanner />
        </div>
      ) : (
        <Banners className="*:*:max-w-none" />
      )}
      <main
        id="content"
        data-bar={alone ? 'none' : undefined}
        tabIndex={-1}
        className={cx('flex min-h-0 flex-1 flex-col outline-none', !alone && 'pb-[72px] md:pb-0')}
      >
        {children}
      </main>
      <NewLikeMount />
    </Frame>
  );
}
