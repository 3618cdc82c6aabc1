import type { ReactElement, ReactNode } from 'react';
import { Outlet } from 'react-router';

import { cx } from '../ui/cx.ts';
import { NewLikeMount } from '../likes/new-like-mount.tsx';
import { Banners } from '../shell/banners.tsx';
import { BottomTabs } from '../shell/bottom-tabs.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { Frame } from '../shell/frame.tsx';
import { TopNavigation } from '../shell/top-navigation.tsx';
import { OfflineBanner } from '../shell/site-banners.tsx';
import { useRouteName } from '../shell/use-route-name.ts';

export default function ChatLayout(): ReactElement {
  const name = useRouteName();
  return (
    <Layout alone={name !== 'chats'}>
      <Outlet />
    </Layout>
  );
}

/** Shows the error of a failed page within the layout. */
export function ErrorBoundary({ error }: { error: unknown }): ReactElement {
  return (
    <Layout alone={false}>
      <div className="overflow-y-auto">
        <ErrorPage error={error} inside />
      </div>
    </Layout>
  );
}

/**
 * The content fills the window. An open conversation (`alone`) has no banners, except for the connection's state on
 * wide windows; on phones, it has no top bar and no tabs either.
 */
function Layout({ alone, children }: { alone: boolean; children: ReactNode }): ReactElement {
  return (
    <Frame className="flex h-dvh flex-col overflow-hidden">
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
