import { useMutation } from '@tanstack/react-query';
import { type ReactElement, useEffect, useEffectEvent } from 'react';

import { passkeyMinutes } from '../../contract/accounts/limits.ts';
import { errorText } from '../platform/errors.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { useIsHydrated } from '../platform/hydrated.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, KeyRound } from '../ui/icon.tsx';
import { hasPasskeys, offersPasskeys } from './passkey-ability.ts';

// Loaded only when a passkey is used.
const loadPasskeys = () => import('./passkey-here.ts');

/** Challenges expire after `passkeyMinutes`; renew a minute before that. */
const offerEveryMs = (passkeyMinutes - 1) * 60_000;

/** Logs in by passkey: by a button, and by the browser's offer in fields for usernames. */
export function PasskeyLogin({ next }: { next: string }): ReactElement | null {
  const say = useSay();
  const isHydrated = useIsHydrated();
  const enter = async (how: 'asked' | 'offered'): Promise<boolean> => {
    const isIn = await (await loadPasskeys()).enterByPasskey(how);
    // A full page load, as after a login by password, drops all of the visitor's state.
    if (isIn) location.assign(next || pathTo('members'));
    return isIn;
  };
  const offered = useMutation({ mutationFn: () => enter('offered') });
  const asked = useMutation({
    mutationFn: () => enter('asked'),
    onSettled: (isIn) => void (isIn || offered.mutate()),
  });
  const offer = useEffectEvent(async () => {
    if (!asked.isPending && document.visibilityState === 'visible' && (await offersPasskeys())) offered.mutate();
  });
  useEffect(() => {
    void offer();
    const timer = setInterval(() => void offer(), offerEveryMs);
    return () => {
      clearInterval(timer);
      void loadPasskeys().then(({ stopAsking }) => stopAsking());
    };
  }, []);
  if (isHydrated && !hasPasskeys()) return null;
  const error = asked.error ?? offered.error;
  return (
    <div className="grid gap-4 unscripted:hidden">
      {error && <Alert tone="danger">{errorText(say, error)}</Alert>}
      <Button variant="second" wide busy={asked.isPending || asked.data === true} onClick={() => asked.mutate()}>
        <Icon of={KeyRound} size="sm" />
        {say('accounts.log-in-passkey')}
      </Button>
    </div>
  );
}
