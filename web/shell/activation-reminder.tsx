import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense } from 'react';

import { userQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Mail } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { useIsHydrated } from '../platform/hydrated.ts';
import { ResendActivation } from './resend-activation.tsx';

const ActivationHelp = lazyPart(async () => (await import('./activation-help.tsx')).loadActivationHelp());

/** Reminds members to confirm or correct their address (specification, section 4). `isRefused`: emails bounced. */
export function ActivationReminder({ isRefused = false }: { isRefused?: boolean }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const hydrated = useIsHydrated();
  if (!user) return null;
  const email = user.email_asked ?? user.email;
  return (
    <Banner name={isRefused ? 'refused' : 'confirm'} icon={Mail} className="wrap-anywhere">
      {isRefused ? (
        say('shell.confirm-refused', { email })
      ) : (
        <>
          {say('shell.confirm', { email })} <ResendActivation />
        </>
      )}{' '}
      <Suspense>{hydrated && <ActivationHelp email={email} isRefused={isRefused} />}</Suspense>
    </Banner>
  );
}
