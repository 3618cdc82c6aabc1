import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense, lazy, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { userQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { Banner } from '../ui/alert.tsx';
import { Mail } from '../ui/icon.tsx';
import { ResendActivation } from './resend-activation.tsx';

const Dialog = lazy(async () => ({ default: (await import('../ui/dialog.tsx')).Dialog }));

const smartphone = '(max-width: 767.98px) and (pointer: coarse)';

/**
 * Reminds members to confirm their address: a banner, or a dialog on a smartphone right after sign-up (specification,
 * section 4).
 */
export function ActivationReminder(): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const [query, setQuery] = useSearchParams();
  const [asDialog, setAsDialog] = useState(false);
  const justSignedUp = query.has('api_signup_complete');
  useEffect(() => setAsDialog(justSignedUp && matchMedia(smartphone).matches), [justSignedUp]);

  if (!user) return null;
  if (!asDialog) {
    return (
      <Banner icon={Mail} className="wrap-anywhere">
        {say('shell.confirm', { email: user.email })} <ResendActivation />
      </Banner>
    );
  }
  const close = (): void => {
    setAsDialog(false);
    query.delete('api_signup_complete');
    setQuery(query, { replace: true, preventScrollReset: true });
  };
  return (
    <Suspense fallback={null}>
      <Dialog
        open
        onOpenChange={close}
        title={say('shell.confirm-title')}
        description={say('shell.confirm', { email: user.email })}
        closeLabel={say('common.close')}
        actions={<ResendActivation wide />}
      />
    </Suspense>
  );
}
