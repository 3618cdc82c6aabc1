import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';

import { cx } from '../ui/cx.ts';
import { AccountAlerts } from './account-alerts.tsx';
import { ActivationReminder } from './activation-reminder.tsx';
import { SiteBanners } from './site-banners.tsx';
import { FirstCredits } from './start-credits.tsx';

/** In the query of the first view after sign-up (`web/accounts/after-signup.ts`). */
const firstView = 'welcome';

/**
 * Banners above every page: no connection, the demo site, and what the member should know of their account. The first view
 * after sign-up is for the people: it only tells of the credits.
 */
export function Banners({ className }: { className?: string }): ReactElement {
  const isFirst = useSearchParams()[0].has(firstView);
  return (
    <div className={cx('divide-y divide-line', className)}>
      <SiteBanners />
      {isFirst ? (
        <FirstCredits />
      ) : (
        <>
          <ActivationReminder />
          <AccountAlerts />
        </>
      )}
    </div>
  );
}
