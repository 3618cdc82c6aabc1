import type { ReactElement } from 'react';
import { Outlet, useMatches } from 'react-router';

import type { RouteName } from '../route-table.ts';
import { cx } from '../ui/cx.ts';
import { Banners } from './banners.tsx';
import { BottomTabs } from './bottom-tabs.tsx';
import { Frame } from './frame.tsx';
import { TopNavigation } from './top-navigation.tsx';

/** The content fills the window. On phones an open conversation has it for itself; the list keeps bar and tabs. */
export default function ChatLayout(): ReactElement {
  const name = (useMatches().at(-1)?.handle as { name?: RouteName } | undefined)?.name;
  const isList = name === 'chats';
  return (
    <Frame className="flex h-dvh flex-col overflow-hidden">
      <TopNavigation className={cx(!isList && 'max-md:hidden')} />
      <Banners />
      <main
        id="content"
        tabIndex={-1}
        className={cx('flex min-h-0 flex-1 flex-col outline-none', isList && 'pb-[72px] md:pb-0')}
      >
        <Outlet />
      </main>
      {isList && <BottomTabs />}
    </Frame>
  );
}
