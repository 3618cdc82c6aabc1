import type { ReactElement } from 'react';
import { Outlet } from 'react-router';

import { SignupMount } from '../accounts/sign-up/signup-mount.tsx';
import { SiteBanners } from './site-banners.tsx';
import { Frame } from './frame.tsx';

export default function EmptyLayout(): ReactElement {
  return (
    <Frame>
      <SiteBanners />
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <SignupMount />
    </Frame>
  );
}
